import { expect, test } from 'vitest'
import { offeredUntil } from './offer-time.ts'

const rome = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime('Europe/Rome').toInstant()

test.for([
  ['its configured minutes by day', '2026-11-23T14:00', '2026-11-23T14:30'],
  ['its configured minutes just before the night', '2026-11-23T20:59', '2026-11-23T21:29'],
  ['into the next morning when made after 21:00', '2026-11-23T21:00', '2026-11-24T08:30'],
  ['into the same morning when made after midnight', '2026-11-24T03:10', '2026-11-24T08:30'],
  ['its configured minutes at 8:00', '2026-11-24T08:00', '2026-11-24T08:30'],
  ['into the morning when the clocks go forward at night', '2027-03-27T22:00', '2027-03-28T08:30'],
  ['until the visit begins at the latest', '2026-11-25T08:50', '2026-11-25T09:00'],
  ['until the next morning when the visit is later that morning', '2026-11-24T22:00', '2026-11-25T08:30'],
])('an offer lasts %s', { tags: ['13.88'] }, ([, now, until]) => {
  const offer = { minutes: 30, timeZone: 'Europe/Rome', startsAt: rome('2026-11-25T09:00') }
  if (now!.startsWith('2027')) offer.startsAt = rome('2027-03-29T09:00')
  expect(offeredUntil({ ...offer, now: rome(now!) }).toString()).toBe(rome(until!).toString())
})
