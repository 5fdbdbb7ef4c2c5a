import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { isRestrictedPerson } from '@prenoto/core/customers/restricted-person.ts'
import { hasHiddenContacts } from '@prenoto/core/fields/hidden-contacts.ts'
import { callLink, internationalNumber, whatsAppLink } from '@prenoto/core/fields/telephone.ts'
import { isWithoutEmail, shownEmail } from '@prenoto/core/fields/without-email.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { Eye, EyeOff, LockKeyhole, Mail, MessageCircle, Phone } from 'lucide-react'
import { useState } from 'react'
import { maskEmail, maskTelephone } from '../../../../lib/mask.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { useConfiguration } from '../../configuration/configuration.queries.ts'
import { reportContactsRead } from '../../customers/report-contacts-read.ts'
import { UndeliveredEmail } from '../booking-mark.tsx'
import styles from '../bookings.module.css'
import { TelephoneMismatch } from './telephone-mismatch.tsx'

/** E-mail and telephone of the customer, masked until shown, with links to call and write. */
export function BookingContacts({ booking }: { booking: StaffBooking }) {
  const { email, telephone, email_refused } = booking
  const { app_name } = useConfiguration()
  const [isShown, setIsShown] = useState(false)
  const show = () => {
    if (!isShown) reportContactsRead(booking.customer_id)
    setIsShown(!isShown)
  }
  if (isRestrictedPerson(booking))
    return (
      <li>
        <LockKeyhole size={18} aria-hidden="true" />
        Recapiti non mostrati
      </li>
    )
  if (hasHiddenContacts(booking)) return <HiddenContacts isRefused={email_refused} />
  const isErased = !email && !telephone
  const hasEmail = email.includes('@') && !isWithoutEmail(email)
  const hasNumber = internationalNumber(telephone) !== ''
  return (
    <>
      <li>
        <Mail size={18} aria-hidden="true" />
        <span>
          <VisuallyHidden>Email: </VisuallyHidden>
          <span translate="no">{isShown || isWithoutEmail(email) ? shownEmail(email) : maskEmail(email)}</span>
        </span>
      </li>
      {email_refused && (
        <li>
          <UndeliveredEmail />
        </li>
      )}
      <li>
        <Phone size={18} aria-hidden="true" />
        <span>
          <VisuallyHidden>Telefono: </VisuallyHidden>
          <span translate="no">{isShown ? telephone : maskTelephone(telephone)}</span>
        </span>
      </li>
      <TelephoneMismatch booking={booking} isShown={isShown} />
      {!isErased && (
        <li className={`flex-wrap ${styles.contactActions}`}>
          <Button look="quiet" aria-pressed={isShown} onClick={show}>
            {isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
            <span>
              Mostra<VisuallyHidden> i recapiti</VisuallyHidden>
            </span>
          </Button>
          {hasNumber && (
            <>
              <ButtonLink look="quiet" href={callLink(telephone)}>
                <Phone size={18} aria-hidden="true" />
                Chiama
              </ButtonLink>
              <ButtonLink
                look="quiet"
                href={whatsAppLink(telephone, writeGreeting(booking, app_name))}
                target="_blank"
                rel="noreferrer"
              >
                <MessageCircle size={18} aria-hidden="true" />
                Scrivi su WhatsApp
              </ButtonLink>
            </>
          )}
          {hasEmail && (
            <ButtonLink look="quiet" href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
              <Mail size={18} aria-hidden="true" />
              Scrivi un’email
            </ButtonLink>
          )}
        </li>
      )}
    </>
  )
}

/** For a user who may not see contacts. */
const HiddenContacts = ({ isRefused }: { isRefused: boolean | undefined }) => (
  <>
    <li>
      <EyeOff size={18} aria-hidden="true" />
      Email e telefono riservati
    </li>
    {isRefused && (
      <li>
        <UndeliveredEmail />
      </li>
    )}
  </>
)

const writeGreeting = ({ name, visit_day, visit_hour, service_name }: StaffBooking, business: string) =>
  `Ciao ${name}, ti scriviamo da ${business} per il tuo appuntamento di ${formatDay(visit_day)} alle ${toShortTime(visit_hour)} (${service_name}). `
