import type { PlannedVisit } from '@prenoto/core/bookings/series-schema.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { type Choice, toSeriesRow } from './series-rows.ts'

const nine = { visit_day: parsePlainDate('2026-11-23'), visit_hour: parsePlainTime('09:00') }
const ten = { ...nine, visit_hour: parsePlainTime('10:00') }
const free: PlannedVisit = { ...nine, state: 'free', conflicts: [], instead: null }
const taken: PlannedVisit = {
  ...nine,
  state: 'taken',
  conflicts: [{ kind: 'booking', detail: 'Occupato.' }],
  instead: ten,
}
const between: PlannedVisit = { ...taken, conflicts: [] }
const beyond: PlannedVisit = { ...free, state: 'beyond' }

const choosing = (choice?: Choice) => new Map(choice ? [['2026-11-23 09:00:00', choice]] : [])

test.for<[string, PlannedVisit, Choice | undefined, boolean, object | undefined]>([
  ['free', free, undefined, false, nine],
  ['free and left out', free, 'out', false, undefined],
  ['taken', taken, undefined, false, undefined],
  ['taken and chosen, with slots', taken, 'in', false, undefined],
  ['taken and chosen, with a custom time', taken, 'in', true, nine],
  ['taken, with a custom time', taken, undefined, true, undefined],
  ['taken and replaced', taken, 'instead', false, ten],
  ['taken and replaced, without an alternative', { ...taken, instead: null }, 'instead', false, undefined],
  ['between the slots', between, undefined, false, undefined],
  ['between the slots, with a custom time', between, undefined, true, nine],
  ['too far ahead', beyond, 'in', true, undefined],
])('the row of a visit that is %s books the right time', ([, planned, choice, isCustomTime, booked]) => {
  expect(toSeriesRow(planned, { choices: choosing(choice), isCustomTime }).booked).toEqual(booked)
})
