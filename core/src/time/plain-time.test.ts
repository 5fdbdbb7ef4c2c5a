import { expect, test } from 'vitest'
import { minutesOf, plainTime, toPlainTime, toShortTime } from './plain-time.ts'

test.each([
  ['09:30', '09:30:00'],
  ['09:30:00', '09:30:00'],
  ['00:00', '00:00:00'],
  ['23:59', '23:59:00'],
])('%s comes in as %s', (typed, time) => {
  expect(plainTime.parse(typed)).toBe(time)
})

test.each(['24:00', '9:30', '09:60', '09:30:30', '09:30:60', '09:30:00.5', ' 09:30', '09:30\n', '', null, 930])(
  '%j is refused',
  (typed) => {
    expect(plainTime.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual(['Orario non valido.'])
  },
)

test('every minute of the day has its text', () => {
  for (let minutes = 0; minutes < 1440; minutes++) {
    const text = Temporal.PlainTime.from('00:00').add({ minutes }).toString({ smallestUnit: 'second' })
    expect(toPlainTime(minutes)).toBe(text)
    expect(minutesOf(text)).toBe(minutes)
    expect(minutesOf(toShortTime(text))).toBe(minutes)
  }
})

test('times are shown without seconds', () => {
  expect(toShortTime('09:30:00')).toBe('09:30')
})
