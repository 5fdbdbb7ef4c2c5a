import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import styles from './privacy.module.css'
import { restrictedCustomersQuery } from './privacy.queries.ts'

/** The customers whose processing is restricted, and the documents that the law requires. */
export const PrivacyRecords = () => (
  <div className={`stack gap-4 ${styles.records}`}>
    <RestrictedCustomers />
    <div className="flex gap-3 flex-wrap">
      <Link to={adminPaths.processingRegister} className={`inline-row underline break-words ${styles.link}`}>
        Registro dei trattamenti
      </Link>
      <Link to={adminPaths.processorAgreement} className={`inline-row underline break-words ${styles.link}`}>
        Accordo sul trattamento dei dati
      </Link>
    </div>
  </div>
)

/** Links to the customers whose processing is restricted, who are in no other list. */
function RestrictedCustomers() {
  const { data: customers = [], isError } = useQuery(restrictedCustomersQuery)
  if (isError)
    return <p className="muted text-s">Non è stato possibile leggere i clienti con il trattamento limitato.</p>
  if (customers.length === 0) return null
  return (
    <div>
      <h3 className={styles.title}>Clienti con il trattamento limitato</h3>
      <ul>
        {customers.map(({ id, name, surname, restricted_at }) => (
          <li key={id}>
            <Link to={adminPaths.customer(id)} className={`inline-row underline break-words ${styles.link}`}>
              {`${name} ${surname}`}
            </Link>{' '}
            <span className="muted text-s">{`dal ${restricted_at.slice(0, 10).replaceAll('-', '/')}`}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
