import type { ReactNode } from 'react'
import styles from './field-row.module.css'

/** Fields beside each other, where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
