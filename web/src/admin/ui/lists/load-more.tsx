import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import styles from './lists.module.css'

type LoadMoreProps = { isLoading: boolean; hasFailed: boolean; onReached: () => void }

/** The end of an incomplete list: loads more when it scrolls into view, and by a button after a failure. */
export function LoadMore({ isLoading, hasFailed, onReached }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)

  // Runs after every rendering, since a page may arrive before the list shows that it is loading.
  useEffect(() => {
    if (isLoading || hasFailed) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onReached()
    })
    observer.observe(end.current!)
    return () => observer.disconnect()
  })

  return (
    <div ref={end} className={`p-3 muted text-xs text-center ${styles.listEnd}`}>
      <span role="status">{isLoading && 'Caricamento…'}</span>
      {hasFailed && !isLoading && (
        <Button look="quiet" onClick={onReached}>
          Carica altri
        </Button>
      )}
    </div>
  )
}
