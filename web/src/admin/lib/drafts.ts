import { readKept, removeKept, storeKept } from '../../lib/session.ts'

/** What was typed into a form that was left without saving, and the record it began with, if it changes one. */
export type Draft = { item?: unknown; values: Record<string, unknown> }

const INTERRUPTED = 'interrupted_form'
const nameOf = (form: string) => `draft ${form}`

/** Drafts belong to the tab and to whoever is logged in there: see `keepTabFor`. */
export function readDraft(form: string): Draft | undefined {
  try {
    return JSON.parse(readKept(nameOf(form)) ?? 'null') ?? undefined
  } catch {
    // An unreadable draft counts as none.
    return undefined
  }
}

export const keepDraft = (form: string, draft: Draft) => storeKept(nameOf(form), JSON.stringify(draft))
export const forgetDraft = (form: string) => removeKept(nameOf(form))

/** The form was open as the session ended: whoever logs in again finds it open. */
export const noteInterrupted = (form: string) => storeKept(INTERRUPTED, form)

/** The draft of the form that the end of the session closed, if it is this one, or one of a list of this name. */
export function interruptedDraft(name: string): Draft | undefined {
  const form = readKept(INTERRUPTED)
  return form !== undefined && (form === name || form.startsWith(`${name} `)) ? readDraft(form) : undefined
}

/** Says whether a form is the one that the end of the session closed; asked once, it is an ordinary draft. */
export function goesOn(form: string): boolean {
  if (readKept(INTERRUPTED) !== form) return false
  removeKept(INTERRUPTED)
  return true
}
