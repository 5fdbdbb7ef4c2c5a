import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { newKey } from '../../../lib/retry.ts'
import { isOutage } from '../../../lib/server-status.ts'
import { accessToken, hasLoggedOut } from '../../../lib/session.ts'
import {
  type Draft,
  forgetDraft,
  goesOn,
  keepDraft,
  noteInterrupted,
  readDraft,
  resumeUnsaved,
  useFocusOnReopen,
} from '../../lib/drafts.ts'
import { forgetUnsaved, noteUnsaved } from '../../lib/unsaved-forms.ts'

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
  /** The idempotency key of the record that the form creates; a draft that is resumed keeps its key. */
  keyOfNew: () => string
  /** Opens the form that changes a record, with these values in it, in place of this form. */
  continueIn: (form: string, draft: Draft) => void
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
  const key = useRef<string>(undefined)
  const navigate = useNavigate()

  const typed = () => {
    const { password: _, ...values } = read()
    return values
  }

  const keep = () => {
    if (began.current === undefined || hasLoggedOut()) return
    const values = typed()
    if (JSON.stringify(values) === began.current) return
    keepDraft(form, { item, values, key: key.current })
    if (accessToken() === undefined) noteInterrupted(form)
  }
  const keepLatest = useEffectEvent(keep)
  const fill = (draft: Draft) => {
    // Whatever stands there from now on is a draft.
    began.current = ''
    key.current = draft.key
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
    // It may have been saved: whatever stands there is a draft.
    began.current = ''
    keep()
    if (readDraft(form)) noteUnsaved(form)
  }
  const settle = () => {
    began.current = undefined
    key.current = undefined
    forgetDraft(form)
  }
  const keyOfNew = () => {
    key.current ??= newKey()
    return key.current
  }
  const continueIn = (other: string, draft: Draft) => {
    settle()
    keepDraft(other, draft)
    resumeUnsaved(other, navigate)
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
    keyOfNew,
    continueIn,
    watch: { onInputCapture: look, onKeyDownCapture: look, onPointerDownCapture: look },
  }
}
