import { useEffect, useEffectEvent, useRef } from 'react'
import { onRecovery } from '../../lib/server-status.ts'
import { Button } from '../../ui/button.tsx'
import { reloadOnRecovery } from '../lib/reload-on-recovery.ts'
import styles from './messages.module.css'

type ReadFailureProps = {
  /** Undefined while nothing has failed. */
  text: string | undefined
  /** Reloads the page by default, since browsers do not load a failed script again. */
  onRetry?: () => void
}

/** Milliseconds after which a lost read is repeated, and between two repetitions. */
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 60_000

/**
 * Tells what could not be read and offers to try again, which also happens by itself: soon, then once a minute, and when the
 * server responds again after an outage. The outer element keeps the focus when the button goes.
 */
export function ReadFailure({ text, onRetry }: ReadFailureProps) {
  const box = useRef<HTMLDivElement>(null)
  const repeatedAt = useRef(0)
  const retry = useEffectEvent(() => {
    repeatedAt.current = Date.now()
    onRetry?.()
  })
  const hasFailed = text !== undefined
  const reloads = !onRetry

  useEffect(() => {
    if (!hasFailed) return
    if (reloads) return reloadOnRecovery()
    const pause = Math.max(FIRST_PAUSE, repeatedAt.current + LONGEST_PAUSE - Date.now())
    const repetition = setTimeout(retry, pause)
    const unsubscribe = onRecovery(retry)
    return () => {
      clearTimeout(repetition)
      unsubscribe()
    }
  }, [hasFailed, reloads])

  const retryNow = () => {
    if (!onRetry) return location.reload()
    box.current!.focus()
    onRetry()
  }

  return (
    <div ref={box} tabIndex={-1} className={styles.unread}>
      {hasFailed && (
        <div role="alert" className={styles.failed}>
          <p>{text}</p>
          <Button look="soft" onClick={retryNow}>
            Riprova
          </Button>
        </div>
      )}
    </div>
  )
}
