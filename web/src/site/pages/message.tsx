import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './message.module.css'

type MessageProps = {
  Icon: LucideIcon
  tone?: 'success' | 'danger'
  title: string
  text?: ReactNode
  /** What can be done now. */
  children?: ReactNode
}

/** A page that says one thing. */
export function Message({ Icon, tone, title, text, children }: MessageProps) {
  return (
    <div className={styles.message}>
      <span className={[styles.icon, tone && styles[tone]].filter(Boolean).join(' ')} aria-hidden="true">
        <Icon size={30} />
      </span>
      <h1 className={styles.title}>{title}</h1>
      {text && <div className={styles.text}>{text}</div>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
