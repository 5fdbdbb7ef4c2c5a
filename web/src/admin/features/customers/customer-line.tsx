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
    <div className={styles.customerLine}>
      <p className={styles.fact}>
        <UserRound size={18} aria-hidden="true" />
        <Link to={adminPaths.customer(customer.id)} className={styles.link}>
          Scheda del cliente
        </Link>
      </p>
      {children}
      {customer.blocked_at && (
        <p className={`${styles.fact} ${styles.blocked}`}>
          <Ban size={18} aria-hidden="true" />
          Cliente bloccato: non prenota dal sito
        </p>
      )}
      {customer.notes && (
        <div className={styles.fact}>
          <NotebookPen size={18} aria-hidden="true" />
          <div>
            <p className={styles.label}>Note dello staff sul cliente</p>
            <p className={styles.notes}>{customer.notes}</p>
          </div>
        </div>
      )}
    </div>
  )
}
