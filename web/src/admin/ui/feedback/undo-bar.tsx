import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { ApiError, messageOf } from '../../../lib/api-client.ts'
import { showToast } from '../../../ui/toasts.ts'
import styles from './undo-bar.module.css'
import {
  currentOffers,
  currentOutlet,
  setOutlet,
  subscribeToOffers,
  type UndoOffer,
  withdrawOffer,
} from './undo-offers.ts'

/** What can still be taken back, by its button or, the last one, by Ctrl+Z. There from the start, so that it is announced. */
export function UndoBar() {
  const offers = useSyncExternalStore(subscribeToOffers, currentOffers)
  const place = useSyncExternalStore(subscribeToOffers, currentOutlet)
  const bar = (
    <div role="status" className={styles.bar}>
      {offers.map((offer, i) => (
        <Offer key={offer.id} offer={offer} isLast={i === offers.length - 1} />
      ))}
    </div>
  )
  return place ? createPortal(bar, place) : bar
}

/** Shows the undo bar here as long as this is there: the page's corner cannot be reached below an open panel. */
export const UndoBarOutlet = () => <div ref={setOutlet} className={styles.place} />

function Offer({ offer: { id, subject, texts, expiresAt, undo }, isLast }: { offer: UndoOffer; isLast: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: undo,
    onSuccess: () => {
      leave()
      showToast('success', texts.undone)
    },
    onError: (error) => {
      // Without an answer it may be tried again while there is time.
      if (error instanceof ApiError && error.status !== undefined) leave()
      showToast('danger', messageOf(error))
    },
  })

  const leave = () => {
    if (document.activeElement === button.current) {
      const panel = button.current!.closest('dialog')
      const title = panel ? panel.querySelector<HTMLElement>('[tabindex="-1"]') : document.querySelector('h1')
      title?.focus()
    }
    withdrawOffer(id)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: its time runs from the texts on, whatever is drawn meanwhile
  useEffect(() => {
    const over = setTimeout(leave, expiresAt - performance.now())
    return () => clearTimeout(over)
  }, [])

  useEffect(() => {
    if (!isLast || isPending) return
    const onKey = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || isTypedInto(event.target)) return
      event.preventDefault()
      mutate()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isLast, isPending, mutate])

  return (
    <div className={styles.offer}>
      <span className={styles.what}>
        {texts.done}: {subject}
      </span>
      <button
        ref={button}
        type="button"
        className={styles.undo}
        aria-label={`Ripristina: ${subject}`}
        aria-keyshortcuts={isLast ? 'Control+Z Meta+Z' : undefined}
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        <Undo2 size={18} aria-hidden="true" />
        Ripristina
      </button>
    </div>
  )
}

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey

/** Where the key takes back what was typed. */
const isTypedInto = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
