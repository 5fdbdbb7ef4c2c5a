import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { accessToken, hasLoggedOut } from '../../lib/session.ts'
import { type Draft, forgetDraft, goesOn, keepDraft, noteInterrupted, readDraft } from '../lib/drafts.ts'

type DraftPlan = {
  /** The record that the form changes, as it was when the form began. */
  item?: unknown
  read: () => Record<string, unknown>
  /** Puts a draft into the form, in place of what stands there. */
  write: (draft: Draft) => void
}

export type DraftState = {
  isOffered: boolean
  resume: () => void
  discard: () => void
  /** What was typed is saved, or not wanted any more. */
  settle: () => void
  /** Notes what stands in the form before a person first changes it: only more than that is a draft. */
  watch: { onInputCapture: () => void; onKeyDownCapture: () => void; onPointerDownCapture: () => void }
}

/**
 * Keeps what was typed into a form that is left without saving, and offers it when the form is opened again. What the end
 * of the session interrupted is there at once. A password is never kept.
 */
export function useDraft(form: string, { item, read, write }: DraftPlan): DraftState {
  const [offered, setOffered] = useState<Draft>()
  const began = useRef<string>(undefined)

  const typed = () => {
    const { password: _, ...values } = read()
    return values
  }

  const keep = useEffectEvent(() => {
    if (began.current === undefined || hasLoggedOut()) return
    const values = typed()
    if (JSON.stringify(values) === began.current) return
    keepDraft(form, { item, values })
    if (accessToken() === undefined) noteInterrupted(form)
  })
  const fill = (draft: Draft) => {
    // Whatever stands there from now on is a draft.
    began.current = ''
    write(draft)
    setOffered(undefined)
  }
  const begin = useEffectEvent(() => {
    const draft = readDraft(form)
    if (draft && goesOn(form)) fill(draft)
    else setOffered(draft)
  })
  // A form that takes the place of one that is left reads what that has just kept.
  useLayoutEffect(() => {
    begin()
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [])

  const settle = () => {
    began.current = undefined
    forgetDraft(form)
  }
  const discard = () => {
    forgetDraft(form)
    setOffered(undefined)
  }
  const look = () => {
    began.current ??= JSON.stringify(typed())
  }
  return {
    isOffered: offered !== undefined,
    resume: () => offered && fill(offered),
    discard,
    settle,
    watch: { onInputCapture: look, onKeyDownCapture: look, onPointerDownCapture: look },
  }
}
