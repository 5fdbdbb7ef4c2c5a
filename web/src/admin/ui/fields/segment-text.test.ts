import { optionalPlainDate, requiredPlainDate } from '@prenoto/core/time/plain-date-schema.ts'
import { optionalPlainTime, requiredPlainTime } from '@prenoto/core/time/plain-time-schema.ts'
import { describe, expect, test } from 'vitest'
import { formatDateSegments, formatTimeSegments, isIncomplete, parseSegments, toDate, toTime } from './segment-text.ts'

type Value = number | null

const date = (day: Value, month: Value, year: Value) =>
  formatDateSegments([
    { type: 'day', value: day },
    { type: 'literal' },
    { type: 'month', value: month },
    { type: 'literal' },
    { type: 'year', value: year },
  ])

const time = (hour: Value, minute: Value) =>
  formatTimeSegments([{ type: 'literal' }, { type: 'hour', value: hour }, { type: 'minute', value: minute }])

test('formats the segments as the form’s text', { tags: ['3.7'] }, () => {
  expect(date(3, 2, 2026)).toBe('2026-02-03')
  expect(time(0, 5)).toBe('00:05')
  expect(date(null, null, null)).toBe('')
  expect(time(null, null)).toBe('')
})

describe('an incomplete', () => {
  const dates = [date(3, null, null), date(3, 2, null), date(null, null, 2026), date(3, 2, 26), date(31, 2, 2026)]
  test.each(dates)('date, %s, is invalid in required and optional fields', (text) => {
    for (const schema of [requiredPlainDate('Serve.'), optionalPlainDate])
      expect(schema.safeParse(text).error?.issues[0]?.message).toBe('Data non valida.')
    expect(toDate(text)).toBeNull()
  })

  test.each([time(9, null), time(null, 0)])('time, %s, is invalid in required and optional fields', (text) => {
    for (const schema of [requiredPlainTime('Serve.'), optionalPlainTime])
      expect(schema.safeParse(text).error?.issues[0]?.message).toBe('Orario non valido.')
    expect(isIncomplete(text)).toBe(true)
    expect(toTime(text)).toBeNull()
  })
})

test('parses the segments of an incomplete text', { tags: ['13.20'] }, () => {
  expect(parseSegments(date(3, null, 2026))).toEqual([
    { type: 'year', value: 2026 },
    { type: 'day', value: 3 },
  ])
  expect(parseSegments(time(9, null))).toEqual([{ type: 'hour', value: 9 }])
  for (const text of ['', '????-??-??', 'domani']) expect(parseSegments(text)).toEqual([])
})

test.each(['2026-02-03', '1900-01-01', '2199-12-31'])(
  'the date %s is parsed and formatted without loss',
  { tags: ['9.5'] },
  (text) => {
    expect(toDate(text)?.toString()).toBe(text)
  },
)

test.each(['00:00', '09:30', '23:59'])(
  'the time %s is parsed and formatted without loss',
  { tags: ['9.5'] },
  (text) => {
    expect(toTime(text)?.toString()).toBe(`${text}:00`)
  },
)
