import type { ServiceCalendar } from '@prenoto/core/services/service-schema.ts'
import { smallPicture } from '@prenoto/core/uploads/picture-address.ts'
import type { BookableService } from './availability.repository.ts'
import { ServiceCalendarNotFound } from './errors.ts'

/** The calendars a visitor may choose from; none if there is no choice. */
export const shownCalendars = ({ calendars }: BookableService): ServiceCalendar[] =>
  calendars.length > 1
    ? calendars.map(({ id, name, public_name, public_note, picture }) => ({
        id,
        name: public_name || name,
        note: public_name && public_note,
        picture: smallPicture(picture),
      }))
    : []

/** Throws 404 for a calendar that the service does not have. */
export function requireCalendar({ calendars }: BookableService, calendarId: number | undefined) {
  if (calendarId !== undefined && !calendars.some(({ id }) => id === calendarId)) throw new ServiceCalendarNotFound()
}
