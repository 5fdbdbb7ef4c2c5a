import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import toaster from '../../../ui/toaster.module.css'
import { Toasts } from '../../../ui/toaster.tsx'
import { currentToasts, subscribeToToasts } from '../../../ui/toasts.ts'
import { subscribeToDialogs, topDialog } from '../panels/top-dialog.ts'
import styles from './feedback.module.css'
import { UndoBar } from './undo-bar.tsx'

/** Toasts and the undo bar, above everything else. */
export function AdminToaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  return (
    <div className={toaster.toaster}>
      {toasts.length > 0 && <ReachableToasts />}
      <UndoBar />
    </div>
  )
}

/** Toasts appear inside an open modal dialog, because the page below it is inert. */
function ReachableToasts() {
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog)
  if (!dialog) return <Toasts />
  return createPortal(
    <div className={`${toaster.toaster} ${styles.inDialog}`}>
      <Toasts />
    </div>,
    dialog,
  )
}
