import type { ReactNode } from 'react'
import styles from './fields.module.css'

export function FieldGroup({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <fieldset className={`stack bare gap-2 ${styles.group}`}>
      <legend className={styles.groupTitle}>{title}</legend>
      {note && <p className={styles.groupNote}>{note}</p>}
      {children}
    </fieldset>
  )
}
