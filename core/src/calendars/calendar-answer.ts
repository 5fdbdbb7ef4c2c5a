import { openingHoursFields } from '../availability/opening-hours.ts'
import type { Calendar } from './calendar-schema.ts'

/** How a server may send a calendar: with its weekly hours, or with them inside the first of its timetables. */
export type CalendarAnswer =
  | Calendar
  | (Omit<Calendar, (typeof openingHoursFields)[number] | Extra> &
      Partial<Pick<Calendar, Extra>> & { timetables: object[] })

type Extra = 'public_name' | 'picture' | 'max_bookings_per_day'

/** A calendar with its weekly hours in their fields, wherever they came; a time that is missing is ''. */
export function toCalendar(answer: CalendarAnswer): Calendar {
  const timetable = 'timetables' in answer ? (answer.timetables[0] ?? {}) : answer
  const hours = openingHoursFields.map((field) => [field, (timetable as Partial<Calendar>)[field] ?? ''])
  const { id, name, description, from, to, simultaneous_bookings_number, version } = answer
  const { public_name = '', picture = '', max_bookings_per_day = 0 } = answer
  return {
    id,
    name,
    description,
    public_name,
    picture,
    from,
    to,
    simultaneous_bookings_number,
    max_bookings_per_day,
    version,
    ...Object.fromEntries(hours),
  }
}
