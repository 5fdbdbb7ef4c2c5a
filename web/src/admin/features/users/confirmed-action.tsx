import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../ui/panels/dialog.tsx'

type ConfirmedActionProps = {
  title: string
  /** The effect on the user. */
  text: string
  /** The button that confirms. */
  confirmText: string
  look?: 'primary' | 'danger'
  isPending: boolean
  onConfirm: (close: () => void) => void
}

/** A button for an action on a user that asks once more. */
export function ConfirmedAction({ title, text, confirmText, look, isPending, onConfirm }: ConfirmedActionProps) {
  const [opener, setOpener] = useState<HTMLElement>()
  const close = () => setOpener(undefined)
  return (
    <div className="mt-3">
      <Button look="quiet" onClick={(event) => setOpener(event.currentTarget)}>
        {title}
      </Button>
      {opener && (
        <Dialog title={title} opener={opener} onClose={close}>
          <p>{text}</p>
          <div className="flex gap-3 flex-wrap justify-end mt-4">
            <Button look="quiet" onClick={close}>
              Annulla
            </Button>
            <Button look={look} loading={isPending} onClick={() => onConfirm(close)}>
              {confirmText}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}
