import type { OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { readTabItem, removeTabItem, storeTabItem } from '../../../lib/session.ts'
import { forgetLogo } from './kept-logo.ts'

/** What an onboarding has come to in this tab; the logo's file is kept apart. */
export type Draft = { step: number; values: OnboardingForm }

const DRAFT = 'onboarding_draft'
const HALF_SAVED = 'onboarding_half_saved'

export function readDraft(): Draft | undefined {
  try {
    return JSON.parse(readTabItem(DRAFT) ?? 'null') ?? undefined
  } catch {
    // An unreadable draft counts as none.
    return undefined
  }
}

export const keepDraft = (draft: Draft) => storeTabItem(DRAFT, JSON.stringify(draft))

/**
 * The configuration is saved, or may be since no answer came: then the business counts as set up, and its calendar and
 * service are still to come. Kept with the version that it had, to which the rest of this onboarding belongs.
 */
export const noteHalfSaved = (version: number) => storeTabItem(HALF_SAVED, String(version))
export const halfSavedVersion = () => Number(readTabItem(HALF_SAVED)) || undefined
export const isHalfSaved = () => readTabItem(HALF_SAVED) !== undefined
export const notHalfSaved = () => removeTabItem(HALF_SAVED)

export function forgetDraft() {
  forgetLogo()
  removeTabItem(DRAFT)
  notHalfSaved()
}
