import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { dateOf } from '@prenoto/core/time/plain-date.ts'
import { timeOf } from '@prenoto/core/time/plain-time.ts'
import { describe, expect, test } from 'vitest'
import { choiceNow, choiceOf, countSlots, nearestTo, nextFreeDay } from './chosen-visit.ts'

const LAST = dateOf('2027-02-28')
const NINE = timeOf('09:00')

const free = (date: string) => ({ date: dateOf(date), slots: [NINE] })

const offered = (today: string, ...days: string[]): OfferedService => ({
  id: 1,
  name: 'Taglio',
  duration: 30,
  amount: '20.00',
  discounted_amount: null,
  description: '',
  color: '#FFFFFF',
  position: 1,
  allow_patient_notes: false,
  picture: '',
  category: '',
  calendars: [],
  available_slots: days.map(free),
  next_slot: null,
  today: dateOf(today),
  valid_until: '2026-11-28T23:00:00Z',
  closed_days: [],
  closures: [],
})

const service = offered('2026-11-28', '2026-11-29', '2026-12-10')

describe('a booking page shows', () => {
  const shows = (chosen: Parameters<typeof choiceOf>[2]) => choiceOf(service, LAST, chosen)

  test('the first free day when nothing is chosen', () =>
    expect(shows(undefined)).toEqual({ start: '2026-11-28', day: '2026-11-29' }))
  test('what its address has chosen', () =>
    expect(shows({ start: dateOf('2026-12-08'), day: dateOf('2026-12-10'), hour: NINE })).toEqual({
      start: '2026-12-08',
      day: '2026-12-10',
      chosenDay: '2026-12-10',
      hour: '09:00:00',
    }))
  test('with whom, where there is that choice', { tags: ['13.66'] }, () => {
    const calendars = [12, 13].map((id) => ({ id, name: 'Anna', picture: '' }))
    expect(choiceOf({ ...service, calendars }, LAST, { calendar: 12 })).toMatchObject({
      calendar: 12,
      day: '2026-11-29',
    })
    expect(choiceOf({ ...service, calendars }, LAST, { calendar: 14 }).calendar).toBeUndefined()
    expect(shows({ calendar: 12 }).calendar).toBeUndefined()
  })
  test('a day without a slot, too', () => expect(shows({ day: dateOf('2026-12-24') }).day).toBe('2026-12-24'))
  test.each(['2026-11-27', '2027-03-01'])('neither the past nor what is too far ahead: %s', (day) =>
    expect(shows({ start: dateOf(day), day: dateOf(day), hour: NINE })).toEqual(shows(undefined)),
  )
})

describe('at the midnight of the business', () => {
  const tomorrow = offered('2026-11-29', '2026-12-10')

  test('the strip moves on and the choice stays', () =>
    expect(choiceNow({ start: dateOf('2026-11-28'), day: dateOf('2026-12-01'), hour: NINE }, tomorrow, LAST)).toEqual({
      start: '2026-11-29',
      day: '2026-12-01',
      hour: '09:00:00',
    }))
  test('what was chosen for the day before is gone', { tags: ['13.13'] }, () =>
    expect(choiceNow({ start: dateOf('2026-11-28'), day: dateOf('2026-11-28'), hour: NINE }, tomorrow, LAST)).toEqual({
      start: '2026-12-10',
      day: '2026-12-10',
    }),
  )
})

test('the slots nearest to a lost one are before or after it', { tags: ['13.11'] }, () => {
  const slots = ['09:00', '10:00', '11:00', '14:00'].map(timeOf)
  expect(nearestTo(timeOf('10:30'), slots)).toEqual(['10:00:00', '11:00:00'])
  expect(nearestTo(timeOf('13:00'), slots)).toEqual(['14:00:00', '11:00:00'])
  expect(nearestTo(timeOf('10:30'), [])).toEqual([])
})

test('the next free day comes after the emptied one; after the last it is the first', { tags: ['13.12'] }, () => {
  expect(nextFreeDay(service, dateOf('2026-11-30'))).toBe('2026-12-10')
  expect(nextFreeDay(service, dateOf('2026-12-11'))).toBe('2026-11-29')
  expect(nextFreeDay(offered('2026-11-28'), dateOf('2026-11-28'))).toBeUndefined()
})

test('one slot is one', { tags: ['13.16'] }, () =>
  expect([0, 1, 2].map(countSlots)).toEqual(['nessuno slot disponibile', '1 slot disponibile', '2 slot disponibili']),
)
