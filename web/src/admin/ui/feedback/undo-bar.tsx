import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { ApiError, getMessage } from '../../../lib/api-client.ts'
import { showToast } from '../../../ui/toasts.ts'
import styles from './feedback.module.css'
import {
  type CustomerNotice,
  currentOffers,
  currentOutlet,
  setOutlet,
  subscribeToOffers,
  type UndoOffer,
  withdrawOffer,
} from './undo-offers.ts'

/** Lists the actions that can be undone; Ctrl+Z undoes the last one. Always rendered, so that offers are announced. */
export function UndoBar() {
  const offers = useSyncExternalStore(subscribeToOffers, currentOffers)
  const outlet = useSyncExternalStore(subscribeToOffers, currentOutlet)
  const bar = (
    <div role="status" className={styles.bar}>
      {offers.map((offer, i) => (
        <Offer key={offer.id} offer={offer} isLast={i === offers.length - 1} />
      ))}
    </div>
  )
  return outlet ? createPortal(bar, outlet) : bar
}

/** Moves the undo bar here while mounted, because an open panel covers the corner of the page. */
export const UndoBarOutlet = () => <div ref={setOutlet} className={`w-full ${styles.outlet}`} />

function Offer({
  offer: { id, subject, texts, expiresAt, notice, undo },
  isLast,
}: {
  offer: UndoOffer
  isLast: boolean
}) {
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: undo,
    onSuccess: () => {
      close()
      showToast('success', texts.undone)
    },
    onError: (error) => {
      // Without a response the user may try again until the offer expires.
      if (error instanceof ApiError && error.status !== undefined) close()
      showToast('danger', getMessage(error))
    },
  })

  const close = () => {
    const line = button.current?.parentElement
    if (line?.contains(document.activeElement)) {
      const panel = line.closest('dialog')
      const title = panel ? panel.querySelector<HTMLElement>('[tabindex="-1"]') : document.querySelector('h1')
      title?.focus()
    }
    withdrawOffer(id)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the offer expires once, whatever is rendered in between
  useEffect(() => {
    const timer = setTimeout(close, expiresAt - performance.now())
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!isLast || isPending) return
    const onKey = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || isTextField(event.target)) return
      event.preventDefault()
      mutate()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isLast, isPending, mutate])

  return (
    <div className={`row flex-wrap justify-between rounded-m ${styles.offer}`}>
      <span className={`flex-1 min-w-0 break-words ${styles.subject}`}>{`${texts.done}: ${subject}`}</span>
      <button
        ref={button}
        type="button"
        className={`row gap-2 flex-none touch rounded-m bold underline ${styles.undo}`}
        aria-label={`Ripristina: ${subject}`}
        aria-keyshortcuts={isLast ? 'Control+Z Meta+Z' : undefined}
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        <Undo2 size={18} aria-hidden="true" />
        Ripristina
      </button>
      {notice && <Notice notice={notice} />}
    </div>
  )
}

function Notice({ notice: { text, silence } }: { notice: CustomerNotice }) {
  const line = useRef<HTMLParagraphElement>(null)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: silence,
    onSuccess: () => line.current!.focus(),
    onError: (error) => showToast('danger', getMessage(error)),
  })
  const isSilenced = isSuccess || !silence
  return (
    <p ref={line} tabIndex={-1} className={`row gap-3 touch justify-between text-xs ${styles.notice}`}>
      <span>{isSuccess ? 'Il cliente non viene avvisato.' : text}</span>
      {!isSilenced && (
        <button
          type="button"
          className={`row gap-2 flex-none touch rounded-m bold underline ${styles.undo}`}
          aria-disabled={isPending}
          onClick={() => !isPending && mutate()}
        >
          Senza avvisare
        </button>
      )}
    </p>
  )
}

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey

/** Text fields have their own undo. */
const isTextField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
