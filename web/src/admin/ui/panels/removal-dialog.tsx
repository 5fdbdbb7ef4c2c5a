import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from './dialog.tsx'

type RemovalDialogProps = {
  title: string
  children: ReactNode
  /** The text of the removing button. */
  confirmText: string
  opener: HTMLElement
  onClose: () => void
  /** Rejects after its failure is shown. */
  remove: () => Promise<unknown>
  /** Called once the dialog is closed, since the focused record is gone. */
  onRemoved: () => void
}

/** Asks before a record is removed for good, and stays open if that fails. */
export function RemovalDialog({
  title,
  children,
  confirmText,
  opener,
  onClose,
  remove,
  onRemoved,
}: RemovalDialogProps) {
  const [isPending, setIsPending] = useState(false)
  async function confirm() {
    setIsPending(true)
    try {
      await remove()
    } catch {
      // `remove` has shown the failure.
      return setIsPending(false)
    }
    flushSync(onClose)
    onRemoved()
  }
  return (
    <Dialog title={title} opener={opener} onClose={onClose}>
      <div className="grid gap-3 break-words">{children}</div>
      <div className="flex gap-3 flex-wrap justify-end mt-4">
        <Button look="quiet" onClick={onClose}>
          Annulla
        </Button>
        <Button look="danger" loading={isPending} onClick={confirm}>
          {confirmText}
        </Button>
      </div>
    </Dialog>
  )
}
