import { expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import type { PlainDate } from './plain-date.ts'
import {
  type PlainTime,
  parsePlainTime,
  type ShortTime,
  toMinuteOfDay,
  toPlainTime,
  toShortTime,
} from './plain-time.ts'
import { type optionalPlainTime, plainTime, type requiredPlainTime } from './plain-time-schema.ts'

test.each([
  ['09:30', '09:30:00'],
  ['09:30:00', '09:30:00'],
  ['00:00', '00:00:00'],
  ['23:59', '23:59:00'],
])('parses %s as %s', (typed, time) => {
  expect(plainTime.parse(typed)).toBe(time)
})

test.each(['24:00', '9:30', '09:60', '09:30:30', '09:30:60', '09:30:00.5', ' 09:30', '09:30\n', '', null, 930])(
  'rejects the time %j',
  (typed) => {
    expect(plainTime.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual(['Orario non valido.'])
  },
)

test('every minute of the day survives the conversion to text and back', { tags: ['9.7'] }, () => {
  for (let minutes = 0; minutes < 1440; minutes++) {
    const time = parsePlainTime(Temporal.PlainTime.from('00:00').add({ minutes }).toString({ smallestUnit: 'second' }))
    expect(toPlainTime(minutes)).toBe(time)
    expect(toMinuteOfDay(time)).toBe(minutes)
    expect(toMinuteOfDay(toShortTime(time))).toBe(minutes)
  }
})

test('toShortTime omits the seconds', { tags: ['3.10', '9.7'] }, () => {
  expect(toShortTime(parsePlainTime('09:30:00'))).toBe('09:30')
})

test('parsePlainTime turns valid text into a time and throws for other text', () => {
  expect(parsePlainTime('09:30')).toBe('09:30:00')
  expect(() => parsePlainTime('24:00')).toThrow('Orario non valido.')
})

test('neither plain text nor ShortTime is assignable to PlainTime', () => {
  expectTypeOf<string>().not.toExtend<PlainTime>()
  expectTypeOf<'09:30:00'>().not.toExtend<PlainTime>()
  expectTypeOf<PlainDate>().not.toExtend<PlainTime>()
  expectTypeOf<ShortTime>().not.toExtend<PlainTime>()
  expectTypeOf<PlainTime>().not.toExtend<ShortTime>()
  expectTypeOf<PlainTime>().toExtend<string>()
  // @ts-expect-error
  expect(toMinuteOfDay('09:30:00')).toBe(570)
})

test('the schemas yield PlainTime', () => {
  expectTypeOf<z.output<typeof plainTime>>().toEqualTypeOf<PlainTime>()
  expectTypeOf<z.output<ReturnType<typeof requiredPlainTime>>>().toEqualTypeOf<PlainTime>()
  expectTypeOf<z.output<typeof optionalPlainTime>>().toEqualTypeOf<PlainTime | null>()
  expectTypeOf<z.input<typeof plainTime>>().toEqualTypeOf<string>()
})
