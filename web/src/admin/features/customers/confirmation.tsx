import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

type ConfirmationProps = {
  title: string
  children: ReactNode
  /** The text of the confirming button. */
  confirmText: string
  isPending: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action that cannot be undone. Takes the focus when it appears, and returns it. */
export function Confirmation({ title, children, confirmText, isPending, onConfirm, onCancel }: ConfirmationProps) {
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
    <div role="group" className="danger-soft grid gap-3 p-4 rounded-m break-words" aria-labelledby={id}>
      <p id={id} ref={heading} tabIndex={-1} className="bold">
        {title}
      </p>
      {children}
      <div className="flex gap-3 flex-wrap justify-end">
        <Button look="quiet" disabled={isPending} onClick={onCancel}>
          Annulla
        </Button>
        <Button look="danger" loading={isPending} onClick={onConfirm}>
          {confirmText}
        </Button>
      </div>
    </div>
  )
}
