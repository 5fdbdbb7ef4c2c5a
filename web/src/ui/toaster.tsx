import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { IconButton } from './icon-button.tsx'
import styles from './toaster.module.css'
import { currentToasts, removeToast, subscribeToToasts, type Toast } from './toasts.ts'

const SHOWN = 3000
const FADE = 500

const ICONS = { success: CircleCheck, danger: CircleAlert, warning: TriangleAlert, info: Info }
const NONE: Toast[] = []

/** Where toasts appear, above what else floats there: there from the start, so that what is put into it is announced. */
export function Toaster({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.toaster}>
      <Toasts />
      {children}
    </div>
  )
}

export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => NONE)
  return toasts.map((toast) => <ToastMessage key={toast.id} toast={toast} />)
}

/** Stays for its time and fades, but never while somebody points at it or is in it. */
function ToastMessage({ toast: { id, kind, text } }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const [fading, setFading] = useState(false)

  useEffect(() => {
    if (held) return setFading(false)
    const fade = setTimeout(() => setFading(true), SHOWN)
    const remove = setTimeout(() => removeToast(id), SHOWN + FADE)
    return () => {
      clearTimeout(fade)
      clearTimeout(remove)
    }
  }, [held, id])

  const Icon = ICONS[kind]
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody reads
    <div
      role={kind === 'danger' || kind === 'warning' ? 'alert' : 'status'}
      className={[styles.toast, styles[kind], fading && styles.fading].filter(Boolean).join(' ')}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon size={20} aria-hidden="true" />
      <p className={styles.text}>{text}</p>
      <IconButton label="Chiudi l’avviso" Icon={X} size={18} onClick={() => removeToast(id)} />
    </div>
  )
}
