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

/**
 * Tells what could not be read and offers to try again, which also happens once the server responds again. Rendered from
 * the start, so that screen readers announce its text, and so that it keeps the focus when the button goes.
 */
export function ReadFailure({ text, onRetry }: ReadFailureProps) {
  const box = useRef<HTMLDivElement>(null)
  const retry = useEffectEvent(() => onRetry?.())
  const hasFailed = text !== undefined
  const reloads = !onRetry

  useEffect(() => {
    if (hasFailed) return reloads ? reloadOnRecovery() : onRecovery(retry)
  }, [hasFailed, reloads])

  const retryNow = () => {
    if (!onRetry) return location.reload()
    box.current!.focus()
    onRetry()
  }

  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.unread}>
      {hasFailed && (
        <>
          <p>{text}</p>
          <Button look="soft" onClick={retryNow}>
            Riprova
          </Button>
        </>
      )}
    </div>
  )
}
