import { Link } from 'react-router'
import type { ApiError } from '../../../lib/api-client.ts'
import { adminPaths } from '../../../lib/paths.ts'
import styles from './customers.module.css'

type ExistingCustomerProps = { refusal: ApiError | undefined; onOpen: () => void }

/** Leads to the customer who already has a name and an e-mail. Always rendered, so that the refusal is announced. */
export function ExistingCustomer({ refusal, onOpen }: ExistingCustomerProps) {
  return (
    <div role="alert" className={`col-span-full danger ${styles.existing}`}>
      {refusal?.customer_id !== undefined && (
        <>
          <p>{refusal.message}</p>
          <Link to={adminPaths.customer(refusal.customer_id)} onClick={onOpen}>
            Apri la scheda
          </Link>
        </>
      )}
    </div>
  )
}
