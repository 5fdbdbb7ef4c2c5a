import { useEffect, useEffectEvent } from 'react'
import type { NavigateFunction } from 'react-router'
import { readTabItem, removeTabItem, storeTabItem } from '../../lib/session.ts'
import { clearUnsaved, onReopen, reopen } from './unsaved-forms.ts'

/**
 * The values of a form that was closed without saving. `item` is the record that the form edits, `key` the idempotency key
 * of a record that it creates.
 */
export type Draft = { item?: unknown; values: Record<string, unknown>; key?: string }

const INTERRUPTED = 'interrupted_form'
const draftKey = (form: string) => `draft ${form}`

/** Drafts are stored per tab and user: see `setTabOwner`. */
export function readDraft(form: string): Draft | undefined {
  try {
    return JSON.parse(readTabItem(draftKey(form)) ?? 'null') ?? undefined
  } catch {
    // An unreadable draft counts as none.
    return undefined
  }
}

export const storeDraft = (form: string, draft: Draft) => storeTabItem(draftKey(form), JSON.stringify(draft))

export function deleteDraft(form: string) {
  removeTabItem(draftKey(form))
  clearUnsaved(form)
}

/** Marks the form that was open when the session ended; logging in again opens it. */
export const markInterrupted = (form: string) => storeTabItem(INTERRUPTED, form)

/** The draft of the form that the end of the session closed, if it has this name or belongs to this list. */
export function interruptedDraft(name: string): Draft | undefined {
  const form = readTabItem(INTERRUPTED)
  return form !== undefined && (form === name || form.startsWith(`${name} `)) ? readDraft(form) : undefined
}

/** Whether the end of the session closed this form; returns true once, then the draft is an ordinary one. */
export function takeInterrupted(form: string): boolean {
  if (readTabItem(INTERRUPTED) !== form) return false
  removeTabItem(INTERRUPTED)
  return true
}

/** Opens a form whose save got no response, with its draft. */
export function reopenUnsaved(form: string, navigate: NavigateFunction) {
  markInterrupted(form)
  reopen(form, navigate)
}

/** Calls `open` when the form of this name, or one of this list, is to be opened with its draft. */
export function useOnReopen(name: string, open: (draft: Draft) => void) {
  const handle = useEffectEvent(() => {
    const draft = interruptedDraft(name)
    if (draft) open(draft)
  })
  useEffect(() => onReopen(handle), [])
}

/** Calls `focus` when the form of this name, which is on the page, is to be opened again. */
export function useFocusOnReopen(name: string, focus: () => void) {
  const handle = useEffectEvent((form: string) => {
    if (form === name) focus()
  })
  useEffect(() => onReopen(handle), [])
}
