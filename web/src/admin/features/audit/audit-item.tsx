import type { AuditEntry } from '@prenoto/core/audit/audit.endpoints.ts'
import { type AuditAction, auditActions } from '@prenoto/core/audit/audit-actions.ts'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './audit.module.css'
import { type ShownValue, shownValues } from './shown-values.ts'

/** One entry of the audit trail: what, about whom, who, from where and when, with the changed values. */
export function AuditItem({ entry }: { entry: AuditEntry }) {
  const values = shownValues(entry)
  const action = auditActions[entry.action as AuditAction] ?? entry.action
  return (
    <li className={styles.item}>
      <p className={styles.when}>{entry.happened_at.replaceAll('-', '/')}</p>
      <h2 className={styles.what}>
        <span>{action}</span>
        <Subject entry={entry} />
      </h2>
      <p className={styles.who}>
        <span>{entry.actor}</span>
        {entry.client_address && <span className={styles.address}>{entry.client_address}</span>}
      </p>
      {values.length > 0 && (
        <details className={styles.details}>
          <summary className={styles.opener}>
            Dettagli<VisuallyHidden>{` di ${action}`}</VisuallyHidden>
          </summary>
          <dl className={styles.values}>
            {values.map((value) => (
              <Value key={value.field} value={value} />
            ))}
          </dl>
        </details>
      )}
    </li>
  )
}

function Subject({ entry: { subject_type, subject_id, subject_name } }: { entry: AuditEntry }) {
  if (subject_id === null) return null
  if (subject_type === 'booking')
    return (
      <>
        <span>{': '}</span>
        <Link to={adminPaths.appointment(subject_id)}>{subject_name ?? `numero ${subject_id}`}</Link>
      </>
    )
  if (subject_type !== 'customer') return subject_name ? `: ${subject_name}` : null
  if (!subject_name) return ': cliente cancellato'
  return (
    <>
      <span>{': '}</span>
      <Link to={adminPaths.customer(subject_id)}>{subject_name}</Link>
    </>
  )
}

function Value({ value: { label, before, after } }: { value: ShownValue }) {
  return (
    <div className={styles.value}>
      <dt>{label}</dt>
      {before !== undefined && (
        <dd>
          <span className={styles.side}>Prima: </span>
          <span>{before}</span>
        </dd>
      )}
      {after !== undefined && (
        <dd>
          {before !== undefined && <span className={styles.side}>Dopo: </span>}
          <span>{after}</span>
        </dd>
      )}
    </div>
  )
}
