import { expect, test } from 'vitest'
import { toCalendar } from './calendar-answer.ts'
import { openingHoursFields } from './opening-hours-fields.ts'

const head = {
  id: 7,
  name: 'Studio',
  description: 'Sala',
  from: '01-01-2026',
  to: '',
  simultaneous_bookings_number: 2,
  version: 3,
}
const hours = { monday_morning_from: '09:00', monday_morning_to: '13:00' }

test.each([
  ['beside its name', { ...head, ...hours }],
  ['in the first of its timetables', { ...head, timetables: [{ id: 1, ...hours }, { monday_morning_from: '10:00' }] }],
])('copies weekly hours %s into the fields of the calendar', { tags: ['3.6'] }, (_, answer) => {
  const calendar = toCalendar(answer as never)
  expect(calendar).toMatchObject({ ...head, ...hours, sunday_afternoon_to: '' })
  expect(Object.keys(calendar)).toHaveLength(14 + openingHoursFields.length)
})

test('a calendar without timetables has no opening hours', () => {
  expect(toCalendar({ ...head, timetables: [] })).toMatchObject({ monday_morning_from: '' })
})
