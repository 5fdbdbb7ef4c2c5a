import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './status-page.module.css'

type StatusPageProps = {
  Icon?: LucideIcon | undefined
  tone?: 'success' | 'danger'
  title: ReactNode
  text?: ReactNode
  /** The next actions. */
  children?: ReactNode
}

/** A page with one message, such as a success or an error. */
export function StatusPage({ Icon, tone, title, text, children }: StatusPageProps) {
  return (
    <div className={styles.page}>
      {Icon && (
        <span className={[styles.icon, tone && styles[tone]].filter(Boolean).join(' ')} aria-hidden="true">
          <Icon size={30} />
        </span>
      )}
      <h1 className={styles.title}>{title}</h1>
      {text && <div className={styles.text}>{text}</div>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
