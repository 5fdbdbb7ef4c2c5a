import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { localTime, toEpoch } from './local-time.ts'

test.for([
  ['2026-11-25', '11:00', '2026-11-25T10:00:00Z'],
  ['2026-07-01', '00:15', '2026-06-30T22:15:00Z'],
  ['2027-03-28', '03:30', '2027-03-28T01:30:00Z'],
  ['2026-10-25', '08:00', '2026-10-25T07:00:00Z'],
])('converts %s at %s in Rome to %s and back', ([day, hour, instant]) => {
  const epoch = toEpoch(parsePlainDate(day!), parsePlainTime(hour!), 'Europe/Rome')
  expect(epoch).toBe(Date.parse(instant!))
  expect(localTime('Europe/Rome', epoch)).toEqual({ date: day, time: `${hour}:00` })
})
