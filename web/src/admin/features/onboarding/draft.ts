import type { OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { readKept, removeKept, storeKept } from '../../../lib/session.ts'
import { forgetLogo } from './kept-logo.ts'

/** What an onboarding has come to in this tab; the logo's file is kept apart. */
export type Draft = { step: number; values: OnboardingForm }

const DRAFT = 'onboarding_draft'
const HALF_SAVED = 'onboarding_half_saved'

export function readDraft(): Draft | undefined {
  try {
    return JSON.parse(readKept(DRAFT) ?? 'null') ?? undefined
  } catch {
    // An unreadable draft counts as none.
    return undefined
  }
}

export const keepDraft = (draft: Draft) => storeKept(DRAFT, JSON.stringify(draft))

/**
 * The configuration is saved, or may be since no answer came: then the business counts as set up, and its calendar and
 * service are still to come. Kept with the version that it had, to which the rest of this onboarding belongs.
 */
export const noteHalfSaved = (version: number) => storeKept(HALF_SAVED, String(version))
export const halfSavedVersion = () => Number(readKept(HALF_SAVED)) || undefined
export const isHalfSaved = () => readKept(HALF_SAVED) !== undefined
export const notHalfSaved = () => removeKept(HALF_SAVED)

export function forgetDraft() {
  forgetLogo()
  removeKept(DRAFT)
  notHalfSaved()
}
