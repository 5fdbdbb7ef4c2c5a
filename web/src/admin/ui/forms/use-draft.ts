import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { newKey } from '../../../lib/retry.ts'
import { isOutage } from '../../../lib/server-status.ts'
import { accessToken, hasLoggedOut } from '../../../lib/session.ts'
import {
  clearUnsaved,
  type Draft,
  deleteDraft,
  markInterrupted,
  markUnsaved,
  readDraft,
  reopenForm,
  storeDraft,
  takeInterrupted,
  type UnsavedForm,
  useFocusOnReopen,
} from '../../lib/drafts.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

type DraftOptions = {
  /** The page that opens the form again when its save gets no response. */
  page?: string | null | undefined
  /** The record that the form changes, as it was when the form began. */
  item?: unknown
  read: () => Record<string, unknown>
  /** Replaces the form's values by a draft. */
  write: (draft: Draft) => void
  /** Focuses a form that is part of a page; a panel focuses its own form. */
  focus?: () => void
}

export type DraftState = {
  isOffered: boolean
  resume: () => void
  discard: () => void
  /** Deletes the draft after a save, or when the user cancels. */
  clear: () => void
  /** Handles a failed save; if the server did not respond, every page offers the draft. */
  handleFailure: (error: unknown) => void
  /** The idempotency key of the record that the form creates; a resumed draft keeps its key. */
  idempotencyKey: () => string
  /** Replaces this form by the one on a page that edits a record, with these values. */
  continueIn: (other: UnsavedForm, draft: Draft) => void
  /** Event handlers that record the form's initial values before the first change. */
  watch: { onInputCapture: () => void; onKeyDownCapture: () => void; onPointerDownCapture: () => void }
}

/**
 * Stores the values of a form that is closed without saving and offers them when it is opened again. A form that the end
 * of the session interrupted gets them back at once. Passwords are never stored.
 */
export function useDraft(form: string, { page, item, read, write, focus }: DraftOptions): DraftState {
  const [offered, setOffered] = useState<Draft>()
  const initial = useRef<string>(undefined)
  const key = useRef<string>(undefined)
  const navigate = useNavigate()

  const valuesToStore = () => {
    const { password: _, ...values } = read()
    return values
  }

  const unsavedValues = () => {
    if (initial.current === undefined) return undefined
    const values = valuesToStore()
    return JSON.stringify(values) === initial.current ? undefined : values
  }
  useLeaveWarning(() => unsavedValues() !== undefined)

  const store = () => {
    const values = unsavedValues()
    if (!values || hasLoggedOut()) return
    storeDraft(form, { item, values, key: key.current })
    if (accessToken() === undefined) markInterrupted(form)
  }
  const storeLatest = useEffectEvent(store)
  const fill = (draft: Draft) => {
    // Any values count as changed from now on.
    initial.current = ''
    key.current = draft.key
    write(draft)
    setOffered(undefined)
  }
  const restore = useEffectEvent(() => {
    const draft = readDraft(form)
    clearUnsaved(form)
    if (draft && takeInterrupted(form)) fill(draft)
    else setOffered(draft)
  })
  // A layout effect, so that a form sees the draft that the previous form has just stored.
  useLayoutEffect(() => {
    restore()
    const leave = () => storeLatest()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  useFocusOnReopen(form, () => {
    // A panel mounts its form again, which reads the draft then.
    if (!focus) return
    takeInterrupted(form)
    if (offered) fill(offered)
    focus()
  })

  const handleFailure = (error: unknown) => {
    if (!isOutage(error)) return
    // The record may have been saved, so any values count as changed.
    initial.current = ''
    store()
    if (page && readDraft(form)) markUnsaved(form, page)
  }
  const clear = () => {
    initial.current = undefined
    key.current = undefined
    deleteDraft(form)
  }
  const idempotencyKey = () => {
    key.current ??= newKey()
    return key.current
  }
  const continueIn = (other: UnsavedForm, draft: Draft) => {
    clear()
    storeDraft(other.form, draft)
    reopenForm(other, navigate)
  }
  const discard = () => {
    deleteDraft(form)
    setOffered(undefined)
  }
  const recordInitial = () => {
    initial.current ??= JSON.stringify(valuesToStore())
  }
  return {
    isOffered: offered !== undefined,
    resume: () => offered && fill(offered),
    discard,
    clear,
    handleFailure,
    idempotencyKey,
    continueIn,
    watch: { onInputCapture: recordInitial, onKeyDownCapture: recordInitial, onPointerDownCapture: recordInitial },
  }
}
