import { uploadLogo } from '@prenoto/core/configuration/configuration.endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { inspectPicture, type PictureSize } from '../../lib/inspect-picture.ts'

/** What was chosen and not sent yet: a file, which `address` shows as long as the page stands, or to have no logo. */
type Choice = { file?: File; address?: string; hint?: string; isTakenAway?: boolean; error?: string }

/** How the site shows a logo, pixels, and below which height it can hardly be read. */
const SHOWN = { width: 200, height: 44 }
const READABLE = 24

/** Keeps the chosen file over a reload of the page; `read` rejects when it is lost. */
type Keeper = { read: () => Promise<File | undefined>; keep: (file: File) => void; forget: () => void }

const LOST = 'Il logo che avevi scelto non c’è più: sceglilo di nuovo.'

/** What will not look well. */
function hintOf({ width, height }: PictureSize) {
  const shown = Math.round(Math.min(SHOWN.height, (SHOWN.width * height) / width))
  if (shown < READABLE) return `È molto più largo che alto: sul sito sarà alto appena ${shown} pixel.`
  return height < SHOWN.height ? `È alto appena ${height} pixel: sul sito sarà sgranato.` : undefined
}

/** The choice of another logo than the one that is saved. */
export function useLogo(keeper?: Keeper) {
  const [{ file, address, hint, isTakenAway = false, error }, setChoice] = useState<Choice>({})
  const chosen = useRef<File>(undefined)

  const choose = (choice: Choice) => {
    chosen.current = choice.file
    setChoice(choice)
    if (choice.file) keeper?.keep(choice.file)
    else keeper?.forget()
  }
  const pick = async (picked: File) => {
    const address = URL.createObjectURL(picked)
    choose({ file: picked, address })
    const seen = await inspectPicture(picked)
    if (chosen.current !== picked) return
    if ('problem' in seen) choose({ error: seen.problem })
    else setChoice({ file: picked, address, hint: hintOf(seen) })
  }
  /** Says what the server refused the file for; returns whether it did. */
  const showProblem = (failure: unknown) => {
    const problem = failure instanceof ApiError && failure.errors.find(({ path }) => path === uploadLogo.file)
    if (problem) choose({ error: problem.message })
    return Boolean(problem)
  }

  useEffect(() => {
    if (address) return () => URL.revokeObjectURL(address)
  }, [address])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is taken up once
  useEffect(() => {
    keeper?.read().then(
      (kept) => {
        if (kept && !chosen.current) pick(kept)
      },
      () => choose({ error: LOST }),
    )
  }, [])

  return {
    file,
    error,
    hint,
    isTakenAway,
    /** Where the picture is that would be the logo, '' for none. */
    shown: (saved: string) => address ?? (isTakenAway ? '' : saved),
    pick,
    takeAway: () => choose(file ? {} : { isTakenAway: true }),
    forget: () => choose({}),
    showProblem,
  }
}

export type LogoChoice = ReturnType<typeof useLogo>
