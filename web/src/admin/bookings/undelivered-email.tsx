import { MailWarning } from 'lucide-react'
import styles from './undelivered-email.module.css'

/** That the customer of a booking reads nothing of what is written to them. */
export function UndeliveredEmail() {
  return (
    <p className={styles.mark}>
      <MailWarning size={18} aria-hidden="true" className={styles.icon} />
      <span>Email non consegnata: l’indirizzo è stato rifiutato</span>
    </p>
  )
}
