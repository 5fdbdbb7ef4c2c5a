import { useEffect, useEffectEvent } from 'react'
import type { NavigateFunction } from 'react-router'
import { readTabItem, removeTabItem, storeTabItem } from '../../lib/session.ts'
import { forgetUnsaved, onReopening, reopen } from './unsaved-forms.ts'

/**
 * What was typed into a form that was left without saving. `item` is the record that the form changes, `key` the idempotency key
 * under which it tried to save a new one.
 */
export type Draft = { item?: unknown; values: Record<string, unknown>; key?: string }

const INTERRUPTED = 'interrupted_form'
const nameOf = (form: string) => `draft ${form}`

/** Drafts belong to the tab and to whoever is logged in there: see `claimTab`. */
export function readDraft(form: string): Draft | undefined {
  try {
    return JSON.parse(readTabItem(nameOf(form)) ?? 'null') ?? undefined
  } catch {
    // An unreadable draft counts as none.
    return undefined
  }
}

export const keepDraft = (form: string, draft: Draft) => storeTabItem(nameOf(form), JSON.stringify(draft))

export function forgetDraft(form: string) {
  removeTabItem(nameOf(form))
  forgetUnsaved(form)
}

/** The form was open as the session ended: whoever logs in again finds it open. */
export const noteInterrupted = (form: string) => storeTabItem(INTERRUPTED, form)

/** The draft of the form that the end of the session closed, if it is this one, or one of a list of this name. */
export function interruptedDraft(name: string): Draft | undefined {
  const form = readTabItem(INTERRUPTED)
  return form !== undefined && (form === name || form.startsWith(`${name} `)) ? readDraft(form) : undefined
}

/** Says whether a form is the one that the end of the session closed; asked once, it is an ordinary draft. */
export function goesOn(form: string): boolean {
  if (readTabItem(INTERRUPTED) !== form) return false
  removeTabItem(INTERRUPTED)
  return true
}

/** Opens a form whose save got no answer, with its draft in it. */
export function resumeUnsaved(form: string, navigate: NavigateFunction) {
  noteInterrupted(form)
  reopen(form, navigate)
}

/** Calls `open` when the form of this name, or one of a list of this name, is to be opened with its draft. */
export function useReopening(name: string, open: (draft: Draft) => void) {
  const tell = useEffectEvent(() => {
    const draft = interruptedDraft(name)
    if (draft) open(draft)
  })
  useEffect(() => onReopening(tell), [])
}

/** Calls `focus` when the form of this name, which is on the screen, is to be opened again. */
export function useFocusOnReopen(name: string, focus: () => void) {
  const tell = useEffectEvent((form: string) => {
    if (form === name) focus()
  })
  useEffect(() => onReopening(tell), [])
}
