import { UNDO_SECONDS } from '@prenoto/core/undo.ts'
import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { ApiError, messageOf } from '../../lib/api-client.ts'
import { showToast } from '../../ui/toasts.ts'
import styles from './undo-bar.module.css'
import { currentOffers, subscribeToOffers, type UndoOffer, withdrawOffer } from './undo-offers.ts'

/** A moment shorter than the server allows: what is offered is not refused. */
const OFFERED = (UNDO_SECONDS - 1) * 1000

/** What can still be taken back, by its button or, the last one, by Ctrl+Z. There from the start, so that it is announced. */
export function UndoBar() {
  const offers = useSyncExternalStore(subscribeToOffers, currentOffers)
  return (
    <div role="status" className={styles.bar}>
      {offers.map((offer, i) => (
        <Offer key={offer.id} offer={offer} isLast={i === offers.length - 1} />
      ))}
    </div>
  )
}

function Offer({ offer: { id, what, deed, undo }, isLast }: { offer: UndoOffer; isLast: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: undo,
    onSuccess: () => {
      leave()
      showToast('success', deed.undone)
    },
    onError: (error) => {
      // Without an answer it may be tried again while there is time.
      if (error instanceof ApiError && error.status !== undefined) leave()
      showToast('danger', messageOf(error))
    },
  })

  const leave = () => {
    if (document.activeElement === button.current) document.querySelector<HTMLElement>('h1')?.focus()
    withdrawOffer(id)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: its time runs from the deed on, whatever is drawn meanwhile
  useEffect(() => {
    const over = setTimeout(leave, OFFERED)
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
        {deed.done}: {what}
      </span>
      <button
        ref={button}
        type="button"
        className={styles.undo}
        aria-label={`${deed.undoing}: ${what}`}
        aria-keyshortcuts={isLast ? 'Control+Z Meta+Z' : undefined}
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        <Undo2 size={18} aria-hidden="true" />
        Annulla
      </button>
    </div>
  )
}

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey

/** Where the key takes back what was typed. */
const isTypedInto = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
