import { Ban, NotebookPen, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import styles from './customers.module.css'
import { useCustomer } from './customers.queries.ts'

/** A booking's customer: link, further links, staff notes and whether they are blocked. */
export function CustomerLine({ id, children }: { id: number; children?: ReactNode }) {
  const customer = useCustomer(id)
  if (!customer) return null
  return (
    <div className={`grid card gap-2 rounded-l ${styles.customerLine}`}>
      <p className={`row gap-3 min-w-0 break-words ${styles.fact}`}>
        <UserRound size={18} aria-hidden="true" />
        <Link to={adminPaths.customer(customer.id)} className="inline-row touch semibold underline">
          Scheda del cliente
        </Link>
      </p>
      {children}
      {customer.blocked_at && (
        <p className={`row gap-3 min-w-0 break-words ${styles.fact} ${styles.blocked}`}>
          <Ban size={18} aria-hidden="true" />
          Cliente bloccato: non prenota dal sito
        </p>
      )}
      {customer.notes && (
        <div className={`row gap-3 min-w-0 break-words ${styles.fact}`}>
          <NotebookPen size={18} aria-hidden="true" />
          <div>
            <p className="muted text-xs">Note dello staff sul cliente</p>
            <p className="pre-line">{customer.notes}</p>
          </div>
        </div>
      )}
    </div>
  )
}
