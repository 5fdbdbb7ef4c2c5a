import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { describe, expect, test } from 'vitest'
import { daysFrom, keepShown, neighbours, openingStart } from '../day-window.ts'

const TODAY = parsePlainDate('2026-11-28')
const LAST = parsePlainDate('2027-02-28')

test('the strip shows five days in a row, across the end of a month', { tags: ['2.21', '9.14'] }, () => {
  expect(daysFrom(TODAY)).toEqual(['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'])
})

describe('the strip starts', () => {
  const opens = (day: string) => openingStart(TODAY, parsePlainDate(day), LAST)
  test('today if the day is among its five', () => {
    expect(opens('2026-11-28')).toBe(TODAY)
    expect(opens('2026-12-02')).toBe(TODAY)
  })
  test('at the day if it would not be visible otherwise', () => expect(opens('2026-12-03')).toBe('2026-12-03'))
  test('at the latest so that it ends with the last bookable day', () => expect(opens('2027-02-27')).toBe('2027-02-24'))
})

describe('the arrows', () => {
  test('move by one day', { tags: ['2.21'] }, () =>
    expect(neighbours(parsePlainDate('2026-12-05'), TODAY, LAST)).toEqual({
      previous: '2026-12-04',
      next: '2026-12-06',
    }),
  )
  test('do not go before today', () => expect(neighbours(TODAY, TODAY, LAST).previous).toBeUndefined())
  test('keep the chosen time while its day is in view, and then choose the nearest day', () => {
    const choice = { day: parsePlainDate('2026-12-05'), hour: parsePlainTime('10:00') }
    expect(keepShown(choice, parsePlainDate('2026-12-01'))).toEqual(choice)
    expect(keepShown(choice, parsePlainDate('2026-11-30'))).toEqual({ day: '2026-12-04' })
    expect(keepShown(choice, parsePlainDate('2026-12-06'))).toEqual({ day: '2026-12-06' })
    expect(keepShown(choice, undefined)).toEqual(choice)
  })
  test('stop when the last day is in view', () => {
    expect(neighbours(parsePlainDate('2027-02-23'), TODAY, LAST).next).toBe('2027-02-24')
    expect(neighbours(parsePlainDate('2027-02-24'), TODAY, LAST).next).toBeUndefined()
  })
})
