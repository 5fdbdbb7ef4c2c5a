import type { PlannedVisit } from '@prenoto/core/bookings/series-schema.ts'
import { dateOf } from '@prenoto/core/time/plain-date.ts'
import { timeOf } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { type Choice, rowOf } from './series-rows.ts'

const nine = { visit_day: dateOf('2026-11-23'), visit_hour: timeOf('09:00') }
const ten = { ...nine, visit_hour: timeOf('10:00') }
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
  ['taken and insisted on, where hours are offered', taken, 'in', false, undefined],
  ['taken and insisted on, where hours are free', taken, 'in', true, nine],
  ['taken, where hours are free', taken, undefined, true, undefined],
  ['taken and replaced', taken, 'instead', false, ten],
  ['taken, replaced while nothing is near any more', { ...taken, instead: null }, 'instead', false, undefined],
  ['between the slots', between, undefined, false, undefined],
  ['between the slots, where hours are free', between, undefined, true, nine],
  ['too far ahead', beyond, 'in', true, undefined],
])('of a visit that is %s is booked what is wanted and can be had', ([, planned, choice, isFree, booked]) => {
  expect(rowOf(planned, { choices: choosing(choice), isFree }).booked).toEqual(booked)
})
