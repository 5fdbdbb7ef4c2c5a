import { type LucideIcon, MailWarning } from 'lucide-react'
import styles from './bookings.module.css'

/** A notice about a booking that needs attention. */
export function BookingMark({ Icon, text }: { Icon: LucideIcon; text: string }) {
  return (
    <p className={`flex min-w-0 items-start ${styles.mark}`}>
      <Icon size={18} aria-hidden="true" className={styles.icon} />
      <span>{text}</span>
    </p>
  )
}

/** Says that the customer's address refuses e-mail. */
export const UndeliveredEmail = () => (
  <BookingMark Icon={MailWarning} text="Email non consegnata: l’indirizzo è stato rifiutato" />
)
