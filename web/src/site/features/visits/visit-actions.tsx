import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import { readBookingFile } from '@prenoto/core/calendar-files/booking-file.endpoints.ts'
import { comeBackPath } from '@prenoto/core/come-back/come-back-address.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { listContacts } from '@prenoto/core/configuration/contacts.ts'
import { CalendarPlus, ChevronDown, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { fileUrl } from '../../../lib/api-client.ts'
import { ButtonLink, ButtonSummary } from '../../../ui/button.tsx'
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
  const whatsapp = listContacts(configuration).find(({ channel }) => channel === 'whatsapp')
  return (
    <div className={styles.actions}>
      {state !== 'begun' && (
        <>
          <details className={styles.calendars}>
            <ButtonSummary wide>
              <CalendarPlus size={18} aria-hidden="true" />
              <span>Aggiungi al calendario</span>
              <ChevronDown size={18} aria-hidden="true" />
            </ButtonSummary>
            <div className={styles.pair}>
              <ButtonLink look="soft" href={fileUrl(readBookingFile, { hiddenId })} download>
                Apple, Outlook e altri
              </ButtonLink>
              <ButtonLink
                look="soft"
                href={googleCalendarLink(visit, configuration)}
                target="_blank"
                rel="noopener noreferrer"
              >
                Google Calendar
              </ButtonLink>
            </div>
          </details>
          {whatsapp && (
            <ButtonLink look="soft" wide href={whatsapp.href}>
              <MessageCircle size={18} aria-hidden="true" />
              Scrivici su WhatsApp
            </ButtonLink>
          )}
        </>
      )}
      <div className={styles.pair}>
        {children}
        {configuration.app_come_back && (
          <ButtonLink look="quiet" href={comeBackPath(hiddenId)}>
            Ricordami di tornare
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
