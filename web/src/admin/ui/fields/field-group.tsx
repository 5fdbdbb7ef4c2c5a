import type { ReactNode } from 'react'
import styles from './field-group.module.css'

export function FieldGroup({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>{title}</legend>
      {note && <p className={styles.note}>{note}</p>}
      {children}
    </fieldset>
  )
}
