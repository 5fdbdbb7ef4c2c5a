import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** A state in one word. */
export function Badge({ tone, children }: { tone?: 'success' | 'warning' | undefined; children: ReactNode }) {
  return <span className={[styles.badge, tone && styles[tone]].filter(Boolean).join(' ')}>{children}</span>
}
