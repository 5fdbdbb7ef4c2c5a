import type { ReactNode } from 'react'
import styles from './feedback.module.css'

export function Badge({ tone, children }: { tone?: 'success' | 'warning' | undefined; children: ReactNode }) {
  return <span className={[styles.badge, tone && styles[tone]].filter(Boolean).join(' ')}>{children}</span>
}
