import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  addDays,
  addMonths,
  epochDay,
  fromEpochDay,
  isoWeekday,
  type PlainDate,
  parseItalianDate,
  parsePlainDate,
  toItalianDate,
} from './plain-date.ts'
import { type optionalPlainDate, plainDate, plainDateInput, type requiredPlainDate } from './plain-date-schema.ts'
import type { PlainTime } from './plain-time.ts'

const aDate = fc
  .integer({ min: -25_567, max: 84_005 })
  .map((days) => parsePlainDate(Temporal.PlainDate.from('1970-01-01').add({ days }).toString()))

test.each(['2026-11-21', '2024-02-29', '2000-02-29', '1900-01-01', '2199-12-31'])('%s is a date', (text) => {
  expect(plainDate.parse(text)).toBe(text)
})

test.each([
  '2026-02-29',
  '1900-02-29',
  '2100-02-29',
  '2026-02-30',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '1899-12-31',
  '2200-01-01',
  '21-11-2026',
  '2026-1-1',
  '2026-11-21T10:00',
  ' 2026-11-21',
  '2026-11-21\n',
  '',
  null,
  20261121,
])('rejects the date %j', (text) => {
  expect(plainDate.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual(['Data non valida.'])
})

test('accepts a text exactly when its date exists', () => {
  const part = (max: number, length: number) =>
    fc.integer({ min: 0, max }).map((value) => String(value).padStart(length, '0'))
  fc.assert(
    fc.property(fc.integer({ min: 1890, max: 2210 }), part(14, 2), part(33, 2), (year, month, day) => {
      const exists = year >= 1900 && year <= 2199 && dateExists(`${year}-${month}-${day}`)
      expect(plainDate.safeParse(`${year}-${month}-${day}`).success).toBe(exists)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['21-11-2026', '2026-11-21'],
  ['2026-11-21', '2026-11-21'],
  ['29-02-2024', '2024-02-29'],
])('parses %s as %s', { tags: ['9.5'] }, (typed, date) => {
  expect(plainDateInput.parse(typed)).toBe(date)
})

test.each(['29-02-2026', '31-04-2026', '1-1-2026', '21/11/2026', '11-21-2026', '', undefined])(
  'rejects the typed date %j',
  (typed) => {
    expect(plainDateInput.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual(['Data non valida.'])
  },
)

test('a date survives the conversion to the Italian format and back', { tags: ['3.7', '9.5'] }, () => {
  expect(toItalianDate(parsePlainDate('2026-11-21'))).toBe('21-11-2026')
  fc.assert(fc.property(aDate, (date) => plainDateInput.parse(toItalianDate(date)) === date))
})

test.each(['', '2026-11-21', '31-02-2026', '1-1-2026'])('rejects %j as an Italian date', { tags: ['2.75'] }, (text) => {
  expect(parseItalianDate(text)).toBe('')
})

test('every day from 1900 to 2199 has the right epoch day, weekday and next day', { tags: ['9.19'] }, () => {
  let day = Temporal.PlainDate.from('1900-01-01')
  const first = Temporal.PlainDate.from('1970-01-01').until(day).days
  for (let number = first; day.year < 2200; number++) {
    const date = parsePlainDate(day.toString())
    if (fromEpochDay(number) !== date || epochDay(date) !== number || isoWeekday(date) !== day.dayOfWeek) {
      expect.fail(`${date}: ${number}, ${fromEpochDay(number)}, ${epochDay(date)}, ${isoWeekday(date)}`)
    }
    day = day.add({ days: 1 })
  }
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2026-11-21', 24, '2028-11-21'],
  ['2026-12-31', 1, '2027-01-31'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-15', -13, '2024-12-15'],
])('%s plus %i months is %s', (date, months, result) => {
  expect(addMonths(parsePlainDate(date), months)).toBe(result)
})

test('adds days and months as Temporal does', () => {
  fc.assert(
    fc.property(
      aDate,
      fc.integer({ min: -2000, max: 2000 }),
      fc.integer({ min: -30, max: 30 }),
      (date, days, months) => {
        const expected = Temporal.PlainDate.from(date)
        expect(addDays(date, days)).toBe(expected.add({ days }).toString())
        expect(addMonths(date, months)).toBe(expected.add({ months }).toString())
      },
    ),
  )
})

test('parsePlainDate turns valid text into a date and throws for other text', () => {
  expect(parsePlainDate('2026-11-21')).toBe('2026-11-21')
  expect(() => parsePlainDate('2026-02-30')).toThrow('Data non valida.')
  expect(() => parsePlainDate('21-11-2026')).toThrow('Data non valida.')
})

test('plain text is not assignable to PlainDate', () => {
  expectTypeOf<string>().not.toExtend<PlainDate>()
  expectTypeOf<'2026-11-21'>().not.toExtend<PlainDate>()
  expectTypeOf<''>().not.toExtend<PlainDate>()
  expectTypeOf<PlainTime>().not.toExtend<PlainDate>()
  expectTypeOf<PlainDate>().toExtend<string>()
  // @ts-expect-error
  expect(addDays('2026-11-21', 1)).toBe('2026-11-22')
})

test('the schemas yield PlainDate', () => {
  expectTypeOf<z.output<typeof plainDate>>().toEqualTypeOf<PlainDate>()
  expectTypeOf<z.output<typeof plainDateInput>>().toEqualTypeOf<PlainDate>()
  expectTypeOf<z.output<ReturnType<typeof requiredPlainDate>>>().toEqualTypeOf<PlainDate>()
  expectTypeOf<z.output<typeof optionalPlainDate>>().toEqualTypeOf<PlainDate | null>()
  expectTypeOf<z.input<typeof plainDate>>().toEqualTypeOf<string>()
})

function dateExists(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}
