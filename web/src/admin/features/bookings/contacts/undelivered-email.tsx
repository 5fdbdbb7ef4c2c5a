import { MailWarning } from 'lucide-react'
import { BookingMark } from '../booking-mark.tsx'

/** That the customer of a booking reads nothing of what is written to them. */
export const UndeliveredEmail = () => (
  <BookingMark Icon={MailWarning} text="Email non consegnata: l’indirizzo è stato rifiutato" />
)
