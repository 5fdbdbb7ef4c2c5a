import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toMinuteOfDay, toPlainTime } from '@prenoto/core/time/plain-time.ts'

const DAY = 1440

type CalendarVisit = Pick<
  ShownVisit,
  'visit_day' | 'visit_hour' | 'service_name' | 'service_duration' | 'calendar_name'
>

/** Link that adds a visit to Google Calendar. It must not contain the private link of the booking. */
export function googleCalendarLink(visit: CalendarVisit, { app_name, address, time_zone }: Configuration): string {
  const { visit_day, visit_hour, service_name, service_duration, calendar_name } = visit
  const end = toMinuteOfDay(visit_hour) + service_duration
  const ends = compact(addDays(visit_day, Math.floor(end / DAY)), toPlainTime(end % DAY))
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: `${service_name}${calendar_name && ` con ${calendar_name}`} presso ${app_name}`,
    dates: `${compact(visit_day, visit_hour)}/${ends}`,
    ctz: time_zone,
    ...(address && { location: address }),
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

/** '20261125T110000' */
const compact = (day: PlainDate, hour: PlainTime) => `${day}T${hour}`.replaceAll(/[-:]/g, '')
