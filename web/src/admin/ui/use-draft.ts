import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { accessToken, hasLoggedOut } from '../../lib/session.ts'
import {
  type Draft,
  forgetDraft,
  goesOn,
  keepDraft,
  noteInterrupted,
  readDraft,
  useFocusOnReopen,
} from '../lib/drafts.ts'
import { isOutage } from '../lib/outage.ts'
import { forgetUnsaved, noteUnsaved } from '../lib/unsaved-forms.ts'

type DraftPlan = {
  /** The record that the form changes, as it was when the form began. */
  item?: unknown
  read: () => Record<string, unknown>
  /** Puts a draft into the form, in place of what stands there. */
  write: (draft: Draft) => void
  /** Puts the focus into a form that is part of a page; a panel does so by itself. */
  focus?: () => void
}

export type DraftState = {
  isOffered: boolean
  resume: () => void
  discard: () => void
  /** What was typed is saved, or not wanted any more. */
  settle: () => void
  /** A save has failed: if it got no answer, the draft is offered from every page. */
  noteFailure: (error: unknown) => void
  /** Notes what stands in the form before a person first changes it: only more than that is a draft. */
  watch: { onInputCapture: () => void; onKeyDownCapture: () => void; onPointerDownCapture: () => void }
}

/**
 * Keeps what was typed into a form that is left without saving, and offers it when the form is opened again. What the end
 * of the session interrupted is there at once. A password is never kept.
 */
export function useDraft(form: string, { item, read, write, focus }: DraftPlan): DraftState {
  const [offered, setOffered] = useState<Draft>()
  const began = useRef<string>(undefined)

  const typed = () => {
    const { password: _, ...values } = read()
    return values
  }

  const keep = () => {
    if (began.current === undefined || hasLoggedOut()) return
    const values = typed()
    if (JSON.stringify(values) === began.current) return
    keepDraft(form, { item, values })
    if (accessToken() === undefined) noteInterrupted(form)
  }
  const keepLatest = useEffectEvent(keep)
  const fill = (draft: Draft) => {
    // Whatever stands there from now on is a draft.
    began.current = ''
    write(draft)
    setOffered(undefined)
  }
  const begin = useEffectEvent(() => {
    const draft = readDraft(form)
    forgetUnsaved(form)
    if (draft && goesOn(form)) fill(draft)
    else setOffered(draft)
  })
  // A form that takes the place of one that is left reads what that has just kept.
  useLayoutEffect(() => {
    begin()
    const leave = () => keepLatest()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  useFocusOnReopen(form, () => {
    // A panel begins anew, and finds its draft as it does.
    if (!focus) return
    goesOn(form)
    if (offered) fill(offered)
    focus()
  })

  const noteFailure = (error: unknown) => {
    if (!isOutage(error)) return
    keep()
    if (readDraft(form)) noteUnsaved(form)
  }
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
    noteFailure,
    watch: { onInputCapture: look, onKeyDownCapture: look, onPointerDownCapture: look },
  }
}
