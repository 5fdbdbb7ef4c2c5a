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
    <li className="grid card gap-1 px-4 py-3 rounded-m break-words">
      <p className="muted text-xs tabular-nums">{entry.happened_at.replaceAll('-', '/')}</p>
      <h2 className={`min-w-0 text-m ${styles.what}`}>
        <span>{action}</span>
        <Subject entry={entry} />
      </h2>
      <p className="flex gap-x-3 flex-wrap min-w-0 text-s">
        <span>{entry.actor}</span>
        {entry.client_address && <span className="muted">{entry.client_address}</span>}
      </p>
      {values.length > 0 && (
        <details>
          <summary className={`touch brand-ink text-s semibold cursor-pointer ${styles.opener}`}>
            Dettagli<VisuallyHidden>{` di ${action}`}</VisuallyHidden>
          </summary>
          <dl className="grid gap-3 mt-2 text-s measure">
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
    <div className={`min-w-0 ${styles.value}`}>
      <dt>{label}</dt>
      {before !== undefined && (
        <dd>
          <span className="muted">Prima: </span>
          <span>{before}</span>
        </dd>
      )}
      {after !== undefined && (
        <dd>
          {before !== undefined && <span className="muted">Dopo: </span>}
          <span>{after}</span>
        </dd>
      )}
    </div>
  )
}
