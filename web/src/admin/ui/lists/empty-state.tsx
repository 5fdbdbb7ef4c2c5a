import { CircleAlert, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './lists.module.css'

type EmptyStateProps = { text: string; tone?: 'danger'; children?: ReactNode }

/** Shown in place of an empty list or failed content, with optional actions. */
export function EmptyState({ text, tone, children }: EmptyStateProps) {
  const Icon = tone === 'danger' ? CircleAlert : Inbox
  return (
    <div className={styles.emptyState} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon size={28} className={tone === 'danger' ? styles.dangerIcon : styles.emptyIcon} aria-hidden="true" />
      <p>{text}</p>
      {children}
    </div>
  )
}
