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

/** A logo that was chosen, not sent yet; `address` shows it as long as the page stands. */
type Chosen = { file?: File; address?: string; error?: string }

function problemOf({ type, size }: File) {
  if (!ACCEPTED_IMAGES.split(',').includes(type)) return UNSUPPORTED_IMAGE
  return size > MAX_UPLOAD_BYTES ? TOO_LARGE : undefined
}

/** The choice of a logo file: the last one, or why it is none. */
export function useLogo() {
  const [{ file, address, error }, setChosen] = useState<Chosen>({})

  const drop = (error?: string) => {
    if (address) URL.revokeObjectURL(address)
    setChosen({ error })
  }
  const pick = (file: File) => {
    const problem = problemOf(file)
    drop(problem)
    if (!problem) setChosen({ file, address: URL.createObjectURL(file) })
  }
  /** Says what the server refused the file for; returns whether it did. */
  const showProblem = (failure: unknown) => {
    const problem = failure instanceof ApiError && failure.errors.find(({ path }) => path === uploadLogo.file)
    if (problem) drop(problem.message)
    return Boolean(problem)
  }
  return { file, address, error, pick, clear: () => drop(), refuse: () => drop(BROKEN_IMAGE), showProblem }
}

export type LogoChoice = ReturnType<typeof useLogo>
