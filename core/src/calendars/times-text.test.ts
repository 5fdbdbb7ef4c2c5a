import { expect, test } from 'vitest'
import { parsePlainTime } from '../time/plain-time.ts'
import { toRegularWeek } from './opening-hours-fields.ts'
import { weekText } from './times-text.ts'

test('a week in words joins the days of the same hours', () => {
  const hours = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'saturday'].flatMap((day) => [
      [`${day}_morning_from`, '09:00'],
      [`${day}_morning_to`, day === 'saturday' ? '12:00' : '13:00'],
    ]),
  )
  const pauses = [{ weekdays: [1], from: parsePlainTime('11:00'), to: parsePlainTime('11:15') }]

  expect(weekText(toRegularWeek(hours))).toBe('lun–mer 09:00–13:00, sab 09:00–12:00')
  expect(weekText(toRegularWeek({ ...hours, pauses }))).toMatch(/12:00; pause: lun 11:00–11:15$/)
  expect(weekText(toRegularWeek({}))).toBe('chiuso')
})
