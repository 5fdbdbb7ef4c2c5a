import type { Calendar } from './calendar-schema.ts'
import { openingHoursFields } from './opening-hours-fields.ts'

/** A calendar in a response: its weekly hours are in its fields or in the first of its timetables. */
export type CalendarAnswer =
  | Calendar
  | (Omit<Calendar, (typeof openingHoursFields)[number] | Extra> &
      Partial<Pick<Calendar, Extra>> & { timetables: object[] })

type Extra = 'public_name' | 'public_note' | 'picture' | 'max_bookings_per_day' | 'pauses' | 'rota_from' | 'other_weeks'

/** Copies the weekly hours into the calendar's fields; a missing time becomes ''. */
export function toCalendar(answer: CalendarAnswer): Calendar {
  const timetable = 'timetables' in answer ? (answer.timetables[0] ?? {}) : answer
  const hours = openingHoursFields.map((field) => [field, (timetable as Partial<Calendar>)[field] ?? ''])
  const { id, name, description, from, to, simultaneous_bookings_number, version } = answer
  const { public_name = '', public_note = '', picture = '', max_bookings_per_day = 0 } = answer
  const { pauses = [], rota_from = '', other_weeks = [] } = answer
  return {
    id,
    name,
    description,
    public_name,
    public_note,
    picture,
    from,
    to,
    simultaneous_bookings_number,
    max_bookings_per_day,
    pauses,
    rota_from,
    other_weeks,
    version,
    ...Object.fromEntries(hours),
  }
}
