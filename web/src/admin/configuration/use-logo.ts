import { uploadLogo } from '@prenoto/core/configuration/configuration.endpoints.ts'
import {
  ACCEPTED_IMAGES,
  BROKEN_IMAGE,
  MAX_UPLOAD_BYTES,
  TOO_LARGE,
  UNSUPPORTED_IMAGE,
} from '@prenoto/core/uploads/uploads.endpoints.ts'
import { useState } from 'react'
import { ApiError } from '../../lib/api-client.ts'

/** What was chosen and not sent yet: a file, which `address` shows as long as the page stands, or to have no logo. */
type Choice = { file?: File; address?: string; isTakenAway?: boolean; error?: string }

function problemOf({ type, size }: File) {
  if (!ACCEPTED_IMAGES.split(',').includes(type)) return UNSUPPORTED_IMAGE
  return size > MAX_UPLOAD_BYTES ? TOO_LARGE : undefined
}

/** The choice of another logo than the one that is saved. */
export function useLogo() {
  const [{ file, address, isTakenAway = false, error }, setChoice] = useState<Choice>({})

  const choose = (choice: Choice) => {
    if (address) URL.revokeObjectURL(address)
    setChoice(choice)
  }
  const pick = (picked: File) => {
    const problem = problemOf(picked)
    choose(problem ? { error: problem } : { file: picked, address: URL.createObjectURL(picked) })
  }
  /** Says what the server refused the file for; returns whether it did. */
  const showProblem = (failure: unknown) => {
    const problem = failure instanceof ApiError && failure.errors.find(({ path }) => path === uploadLogo.file)
    if (problem) choose({ error: problem.message })
    return Boolean(problem)
  }
  return {
    file,
    error,
    isTakenAway,
    /** Where the picture is that would be the logo, '' for none. */
    shown: (saved: string) => address ?? (isTakenAway ? '' : saved),
    pick,
    takeAway: () => choose(file ? {} : { isTakenAway: true }),
    forget: () => choose({}),
    refuse: () => choose({ error: BROKEN_IMAGE }),
    showProblem,
  }
}

export type LogoChoice = ReturnType<typeof useLogo>
