import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { IconButton } from './icon-button.tsx'
import styles from './toaster.module.css'
import { currentToasts, removeToast, subscribeToToasts, type Toast } from './toasts.ts'

/** Milliseconds. */
const SHOWN = 3000
const FADE = 500

const ICONS = { success: CircleCheck, danger: CircleAlert, warning: TriangleAlert, info: Info }
const NONE: Toast[] = []

/** The container of toasts. It is rendered from the start, so that screen readers announce new toasts. */
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

/** Fades out after its time, but stays while it is hovered or focused. */
function ToastMessage({ toast: { id, kind, text } }: { toast: Toast }) {
  const [isPaused, setIsPaused] = useState(false)
  const [fading, setFading] = useState(false)

  useEffect(() => {
    if (isPaused) return setFading(false)
    const fade = setTimeout(() => setFading(true), SHOWN)
    const remove = setTimeout(() => removeToast(id), SHOWN + FADE)
    return () => {
      clearTimeout(fade)
      clearTimeout(remove)
    }
  }, [isPaused, id])

  const Icon = ICONS[kind]
  const pause = () => setIsPaused(true)
  const resume = () => setIsPaused(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      role={kind === 'danger' || kind === 'warning' ? 'alert' : 'status'}
      className={[styles.toast, styles[kind], fading && styles.fading].filter(Boolean).join(' ')}
      onMouseEnter={pause}
      onMouseLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      <Icon size={20} aria-hidden="true" />
      <p className={styles.text}>{text}</p>
      <IconButton label="Chiudi l’avviso" Icon={X} size={18} onClick={() => removeToast(id)} />
    </div>
  )
}
