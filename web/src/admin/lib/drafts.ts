import { useEffect, useEffectEvent } from 'react'
import type { NavigateFunction } from 'react-router'
import { readTabItem, removeTabItem, storeTabItem } from '../../lib/session.ts'

/**
 * The values of a form that was closed without saving. `item` is the record that the form edits, `key` the idempotency key
 * of a record that it creates.
 */
export type Draft = { item?: unknown; values: Record<string, unknown>; key?: string }

/** A form whose save got no response, and the page that opens it again. */
export type UnsavedForm = { form: string; page: string }

const INTERRUPTED = 'interrupted_form'
const UNSAVED = 'unsaved_forms'
const draftKey = (form: string) => `draft ${form}`

/** The value of an item of the tab; an unreadable one counts as none. */
export function readTabJson<T>(name: string): T | undefined {
  try {
    return JSON.parse(readTabItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

let forms = readTabJson<UnsavedForm[]>(UNSAVED) ?? []
const listeners = new Set<() => void>()
const reopenListeners = new Set<(form: string) => void>()

/** Drafts are stored per tab and user: see `setTabOwner`. */
export const readDraft = (form: string) => readTabJson<Draft>(draftKey(form))

export const storeDraft = (form: string, draft: Draft) => storeTabItem(draftKey(form), JSON.stringify(draft))

export function deleteDraft(form: string) {
  removeTabItem(draftKey(form))
  clearUnsaved(form)
}

/** The forms whose save got no response, the latest last. */
export const unsavedForms = () => forms

export function subscribeToUnsavedForms(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function replaceUnsaved(next: UnsavedForm[]) {
  forms = next
  storeTabItem(UNSAVED, JSON.stringify(forms))
  for (const listener of listeners) listener()
}

export function clearUnsaved(form: string) {
  if (forms.some((one) => one.form === form)) replaceUnsaved(forms.filter((one) => one.form !== form))
}

export const markUnsaved = (form: string, page: string) =>
  replaceUnsaved([...forms.filter((one) => one.form !== form), { form, page }])

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

/** Opens a page and the form on it, with its draft. */
export function reopenForm({ form, page }: UnsavedForm, navigate: NavigateFunction) {
  markInterrupted(form)
  clearUnsaved(form)
  const { pathname, search } = location
  if (page !== pathname && page !== pathname + search) navigate(page, { flushSync: true })
  for (const listener of reopenListeners) listener(form)
}

function useReopenListener(listener: (form: string) => void) {
  const handle = useEffectEvent(listener)
  useEffect(() => {
    const listen = (form: string) => handle(form)
    reopenListeners.add(listen)
    return () => {
      reopenListeners.delete(listen)
    }
  }, [])
}

/** Calls `open` when the form of this name, or one of this list, is to be opened with its draft. */
export const useOnReopen = (name: string, open: (draft: Draft) => void) =>
  useReopenListener(() => {
    const draft = interruptedDraft(name)
    if (draft) open(draft)
  })

/** Calls `focus` when the form of this name, which is on the page, is to be opened again. */
export const useFocusOnReopen = (name: string, focus: () => void) =>
  useReopenListener((form) => {
    if (form === name) focus()
  })
