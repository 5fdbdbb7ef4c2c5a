import type { ReactNode } from 'react'
import styles from './fields.module.css'

/** Fields side by side on wide screens. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={`fluid ${styles.row}`}>{children}</div>
}
