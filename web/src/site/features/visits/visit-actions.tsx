import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import { readBookingFile } from '@prenoto/core/calendar-files/booking-file.endpoints.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { contactsOf } from '@prenoto/core/configuration/contacts.ts'
import { CalendarPlus, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { fileUrl } from '../../../lib/api-client.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { googleCalendarLink } from './google-calendar.ts'
import styles from './visit-actions.module.css'

type VisitActionsProps = {
  hiddenId: string
  visit: Parameters<typeof googleCalendarLink>[0]
  /** A visit that has begun has no calendar links. */
  state: ShownVisit['state']
  configuration: Configuration
  /** Secondary actions. */
  children: ReactNode
}

/** Actions of a booked visit: add it to a calendar, write to the business, change it. */
export function VisitActions({ hiddenId, visit, state, configuration, children }: VisitActionsProps) {
  const whatsapp = contactsOf(configuration).find(({ channel }) => channel === 'whatsapp')
  return (
    <div className={styles.actions}>
      {state !== 'begun' && (
        <>
          <ButtonLink wide href={fileUrl(readBookingFile, { hiddenId })} download>
            <CalendarPlus size={18} aria-hidden="true" />
            Aggiungi al calendario
          </ButtonLink>
          <div className={styles.pair}>
            <ButtonLink
              look="soft"
              href={googleCalendarLink(visit, configuration)}
              target="_blank"
              rel="noopener noreferrer"
            >
              Aggiungi a Google Calendar
            </ButtonLink>
            {whatsapp && (
              <ButtonLink look="soft" href={whatsapp.href}>
                <MessageCircle size={18} aria-hidden="true" />
                Scrivici su WhatsApp
              </ButtonLink>
            )}
          </div>
        </>
      )}
      <div className={styles.pair}>{children}</div>
    </div>
  )
}
