import type { OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { readTabItem, removeTabItem, storeTabItem } from '../../../lib/session.ts'
import { readTabJson } from '../../lib/drafts.ts'
import { deleteLogo } from './stored-logo.ts'

/** The draft of the onboarding in this tab; the logo's file is stored separately. */
export type Draft = { step: number; values: OnboardingForm }

const DRAFT = 'onboarding_draft'
const PARTLY_SAVED = 'onboarding_partly_saved'

export const readDraft = () => readTabJson<Draft>(DRAFT)

export const storeDraft = (draft: Draft) => storeTabItem(DRAFT, JSON.stringify(draft))

/**
 * Marks that the configuration is saved, or may be because the response was lost, while calendar and service are missing.
 * Stores the version of the configuration.
 */
export const markPartlySaved = (version: number) => storeTabItem(PARTLY_SAVED, String(version))
export const partlySavedVersion = () => Number(readTabItem(PARTLY_SAVED)) || undefined
export const isPartlySaved = () => readTabItem(PARTLY_SAVED) !== undefined
export const clearPartlySaved = () => removeTabItem(PARTLY_SAVED)

export function deleteDraft() {
  deleteLogo()
  removeTabItem(DRAFT)
  clearPartlySaved()
}
