import { uploadLogo } from '@prenoto/core/configuration/configuration.endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { inspectPicture, type PictureSize } from '../../lib/inspect-picture.ts'

/** The unsaved choice: a file with its object URL, or the removal of the logo. */
type Choice = { file?: File; address?: string; hint?: string; isRemoved?: boolean; error?: string }

/** The maximum size on the site and the minimum readable height, in pixels. */
const MAX_SIZE = { width: 200, height: 44 }
const MIN_HEIGHT = 24

/** Stores the chosen file across reloads; `read` rejects if it is lost. */
type LogoStore = { read: () => Promise<File | undefined>; store: (file: File) => void; clear: () => void }

const LOST = 'Il logo che avevi scelto non c’è più: sceglilo di nuovo.'

/** A warning about a logo that will not look good. */
function warnAboutSize({ width, height }: PictureSize) {
  const shownHeight = Math.round(Math.min(MAX_SIZE.height, (MAX_SIZE.width * height) / width))
  if (shownHeight < MIN_HEIGHT) return `È molto più largo che alto: sul sito sarà alto appena ${shownHeight} pixel.`
  return height < MAX_SIZE.height ? `È alto appena ${height} pixel: sul sito sarà sgranato.` : undefined
}

export function useLogo(store?: LogoStore) {
  const [{ file, address, hint, isRemoved = false, error }, setChoice] = useState<Choice>({})
  const chosen = useRef<File>(undefined)

  const choose = (choice: Choice) => {
    chosen.current = choice.file
    setChoice(choice)
    if (choice.file) store?.store(choice.file)
    else store?.clear()
  }
  const pick = async (picked: File) => {
    const address = URL.createObjectURL(picked)
    choose({ file: picked, address })
    const inspected = await inspectPicture(picked)
    if (chosen.current !== picked) return
    if ('problem' in inspected) choose({ error: inspected.problem })
    else setChoice({ file: picked, address, hint: warnAboutSize(inspected) })
  }
  /** Shows why the server refused the file; returns whether it did. */
  const showProblem = (failure: unknown) => {
    const problem = failure instanceof ApiError && failure.errors.find(({ path }) => path === uploadLogo.file)
    if (problem) choose({ error: problem.message })
    return Boolean(problem)
  }

  useEffect(() => {
    if (address) return () => URL.revokeObjectURL(address)
  }, [address])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored file is read once
  useEffect(() => {
    store?.read().then(
      (stored) => {
        if (stored && !chosen.current) pick(stored)
      },
      () => choose({ error: LOST }),
    )
  }, [])

  return {
    file,
    error,
    hint,
    isRemoved,
    /** The address of the chosen or saved logo, or ''. */
    addressFor: (saved: string) => address ?? (isRemoved ? '' : saved),
    pick,
    remove: () => choose(file ? {} : { isRemoved: true }),
    reset: () => choose({}),
    showProblem,
  }
}

export type LogoChoice = ReturnType<typeof useLogo>
