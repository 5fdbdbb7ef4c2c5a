import { expect, test } from 'vitest'
import { offeredUntil } from './offer-time.ts'

const rome = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime('Europe/Rome').toInstant()

test.for([
  ['by day so many minutes', '2026-11-23T14:00', '2026-11-23T14:30'],
  ['before the night the same', '2026-11-23T20:59', '2026-11-23T21:29'],
  ['from nine in the evening until the morning', '2026-11-23T21:00', '2026-11-24T08:30'],
  ['after midnight until that morning', '2026-11-24T03:10', '2026-11-24T08:30'],
  ['at eight it is day', '2026-11-24T08:00', '2026-11-24T08:30'],
  ['in the night in which the clocks go forward until eight all the same', '2027-03-27T22:00', '2027-03-28T08:30'],
  ['never beyond the visit', '2026-11-25T08:50', '2026-11-25T09:00'],
  ['at night never beyond the visit', '2026-11-24T22:00', '2026-11-25T08:30'],
])('an offer lasts %s', { tags: ['13.88'] }, ([, now, until]) => {
  const offer = { minutes: 30, timeZone: 'Europe/Rome', startsAt: rome('2026-11-25T09:00') }
  if (now!.startsWith('2027')) offer.startsAt = rome('2027-03-29T09:00')
  expect(offeredUntil({ ...offer, now: rome(now!) }).toString()).toBe(rome(until!).toString())
})
