import type { LucideIcon } from 'lucide-react'
import styles from './bookings.module.css'

/** What is special about a booking and wants attention. */
export function BookingMark({ Icon, text }: { Icon: LucideIcon; text: string }) {
  return (
    <p className={styles.mark}>
      <Icon size={18} aria-hidden="true" className={styles.icon} />
      <span>{text}</span>
    </p>
  )
}
