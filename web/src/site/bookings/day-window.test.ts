import { dateOf } from '@prenoto/core/time/plain-date.ts'
import { describe, expect, test } from 'vitest'
import { daysFrom, neighbours, openingStart } from './day-window.ts'

const TODAY = dateOf('2026-11-28')
const LAST = dateOf('2027-02-28')

test('the strip shows five days in a row, across the end of a month', () => {
  expect(daysFrom(TODAY)).toEqual(['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'])
})

describe('the strip opens', () => {
  test('on today when nothing is free', () => expect(openingStart(TODAY, undefined)).toBe(TODAY))
  test('on today when its fifth day is the first free one', () =>
    expect(openingStart(TODAY, dateOf('2026-12-02'))).toBe(TODAY))
  test('on the first free day when that would be out of sight', () =>
    expect(openingStart(TODAY, dateOf('2026-12-03'))).toBe('2026-12-03'))
})

describe('the arrows', () => {
  test('move by one day', () =>
    expect(neighbours(dateOf('2026-12-05'), TODAY, LAST)).toEqual({ previous: '2026-12-04', next: '2026-12-06' }))
  test('do not go before today', () => expect(neighbours(TODAY, TODAY, LAST).previous).toBeUndefined())
  test('stop when the last day is in view', () => {
    expect(neighbours(dateOf('2027-02-23'), TODAY, LAST).next).toBe('2027-02-24')
    expect(neighbours(dateOf('2027-02-24'), TODAY, LAST).next).toBeUndefined()
  })
})
