import { expect, test } from 'vitest'
import { type Choice, type Choices, countLeft, countUndecided, LEAVE_ALL, toCancellation } from './booking-choices.ts'

const choices = (forAll: Choice, ...exceptions: [number, Choice][]): Choices => ({
  forAll,
  exceptions: new Map(exceptions),
})

test.for<[Choices, ReturnType<typeof toCancellation>]>([
  [LEAVE_ALL, undefined],
  [choices('reschedule', [1, 'leave']), undefined],
  [choices('leave', [1, 'cancel'], [2, 'reschedule']), { only: [1] }],
  [choices('cancel'), { except: [] }],
  [choices('cancel', [1, 'reschedule'], [2, 'cancel'], [3, 'leave']), { except: [1, 3] }],
])('the choices %j cancel %j', ([choice, cancelled]) => {
  expect(toCancellation(choice)).toEqual(cancelled)
})

test.for<[Choices, left: number, undecided: number]>([
  [LEAVE_ALL, 51, 51],
  [choices('leave', [1, 'cancel'], [2, 'reschedule'], [3, 'leave']), 49, 48],
  [choices('cancel'), 0, 0],
  [choices('reschedule', [1, 'leave'], [2, 'cancel']), 1, 0],
])('of 51 bookings, %j leave %d where they are and %d undecided', ([choice, left, undecided]) => {
  expect([countLeft(choice, 51), countUndecided(choice, 51)]).toEqual([left, undecided])
})
