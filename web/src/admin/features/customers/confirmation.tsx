import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import styles from './confirmation.module.css'

type ConfirmationProps = {
  title: string
  children: ReactNode
  /** What the button says that does it. */
  yes: string
  isPending: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks once, on the page, before something is done that can't be undone. It comes when it was asked for, takes the focus, and gives it back. */
export function Confirmation({ title, children, yes, isPending, onYes, onNo }: ConfirmationProps) {
  const id = useId()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    heading.current!.focus()
    heading.current!.scrollIntoView({ block: 'nearest' })
    return () => {
      if (document.activeElement === document.body) opener?.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would name no fields
    <div role="group" className={styles.confirmation} aria-labelledby={id}>
      <p id={id} ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </p>
      {children}
      <div className={styles.actions}>
        <Button look="quiet" disabled={isPending} onClick={onNo}>
          Annulla
        </Button>
        <Button look="danger" loading={isPending} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </div>
  )
}
