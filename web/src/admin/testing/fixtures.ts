import type { Calendar } from '@prenoto/core/calendars/calendar-schema.ts'
import { type OpeningHoursField, openingHoursFields } from '@prenoto/core/calendars/opening-hours-fields.ts'
import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'

/** Free slots of a day, as 'HH:mm'. */
export const anAvailableDay = (date: PlainDate, ...hours: string[]): AvailableDay => ({
  date,
  slots: hours.map((hour) => `${hour}:00` as PlainTime),
})

/** The end of a list's only page. */
export const lastPage = { last_id: null, has_more: false }

const noHours = Object.fromEntries(openingHoursFields.map((field) => [field, ''])) as Record<OpeningHoursField, ''>

/** A calendar without opening hours. */
export const aCalendar = (fields: Partial<Calendar> = {}): Calendar => ({
  ...noHours,
  id: 1,
  name: 'Sala',
  description: 'Al piano terra.',
  public_name: '',
  public_note: '',
  picture: '',
  from: '01-01-2020',
  to: '',
  simultaneous_bookings_number: 1,
  max_bookings_per_day: 0,
  pauses: [],
  rota_from: '',
  other_weeks: [],
  version: 1,
  ...fields,
})
