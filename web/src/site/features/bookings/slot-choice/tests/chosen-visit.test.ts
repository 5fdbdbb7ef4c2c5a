import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { anOfferedService } from '@prenoto/test-support/fixtures/services.ts'
import { describe, expect, test } from 'vitest'
import { countSlots, currentChoice, nearestTo, nextFreeDay, readChoice } from '../chosen-visit.ts'

const LAST = parsePlainDate('2027-02-28')
const NINE = parsePlainTime('09:00')

const free = (date: string) => ({ date: parsePlainDate(date), slots: [NINE] })

const makeOffers = (today: string, ...days: string[]) =>
  anOfferedService({ available_slots: days.map(free), today: parsePlainDate(today) })

const service = makeOffers('2026-11-28', '2026-11-29', '2026-12-10')

describe('a booking page opens', () => {
  const shows = (chosen: Parameters<typeof readChoice>[2]) => readChoice(service, LAST, chosen)

  test('at the first free day when nothing is chosen', () =>
    expect(shows(undefined)).toEqual({ start: '2026-11-28', day: '2026-11-29' }))
  test('at the choice in its address', () =>
    expect(shows({ start: parsePlainDate('2026-12-08'), day: parsePlainDate('2026-12-10'), hour: NINE })).toEqual({
      start: '2026-12-08',
      day: '2026-12-10',
      chosenDay: '2026-12-10',
      hour: '09:00:00',
    }))
  test('with the calendar in its address, if the service has that calendar', { tags: ['13.66'] }, () => {
    const calendars = [12, 13].map((id) => ({ id, name: 'Anna', note: '', picture: '' }))
    expect(readChoice({ ...service, calendars }, LAST, { calendar: 12 })).toMatchObject({
      calendar: 12,
      day: '2026-11-29',
    })
    expect(readChoice({ ...service, calendars }, LAST, { calendar: 14 }).calendar).toBeUndefined()
    expect(shows({ calendar: 12 }).calendar).toBeUndefined()
  })
  test('at a chosen day even without free slots', () =>
    expect(shows({ day: parsePlainDate('2026-12-24') }).day).toBe('2026-12-24'))
  test.each(['2026-11-27', '2027-03-01'])(
    'at the first free day when its address has a day in the past or too far ahead: %s',
    (day) =>
      expect(shows({ start: parsePlainDate(day), day: parsePlainDate(day), hour: NINE })).toEqual(shows(undefined)),
  )
})

describe('after midnight in the time zone of the business', () => {
  const tomorrow = makeOffers('2026-11-29', '2026-12-10')

  test('the strip starts at the new day and keeps a later choice', () =>
    expect(
      currentChoice(
        { start: parsePlainDate('2026-11-28'), day: parsePlainDate('2026-12-01'), hour: NINE },
        tomorrow,
        LAST,
      ),
    ).toEqual({
      start: '2026-11-29',
      day: '2026-12-01',
      hour: '09:00:00',
    }))
  test('a choice for the previous day is dropped', { tags: ['13.13'] }, () =>
    expect(
      currentChoice(
        { start: parsePlainDate('2026-11-28'), day: parsePlainDate('2026-11-28'), hour: NINE },
        tomorrow,
        LAST,
      ),
    ).toEqual({
      start: '2026-12-10',
      day: '2026-12-10',
    }),
  )
})

test('suggests the slots nearest to a taken one, before or after it', { tags: ['13.11'] }, () => {
  const slots = ['09:00', '10:00', '11:00', '14:00'].map(parsePlainTime)
  expect(nearestTo(parsePlainTime('10:30'), slots)).toEqual(['10:00:00', '11:00:00'])
  expect(nearestTo(parsePlainTime('13:00'), slots)).toEqual(['14:00:00', '11:00:00'])
  expect(nearestTo(parsePlainTime('10:30'), [])).toEqual([])
})

test('finds the next free day after a full one, or the first one when none follows', { tags: ['13.12'] }, () => {
  expect(nextFreeDay(service, parsePlainDate('2026-11-30'))).toBe('2026-12-10')
  expect(nextFreeDay(service, parsePlainDate('2026-12-11'))).toBe('2026-11-29')
  expect(nextFreeDay(makeOffers('2026-11-28'), parsePlainDate('2026-11-28'))).toBeUndefined()
})

test('counts slots in the singular and the plural', { tags: ['13.16'] }, () =>
  expect([0, 1, 2].map(countSlots)).toEqual(['nessuno slot disponibile', '1 slot disponibile', '2 slot disponibili']),
)
