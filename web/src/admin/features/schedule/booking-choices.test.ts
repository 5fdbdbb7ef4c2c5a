import { expect, test } from 'vitest'
import { type Choice, type Choices, cancellationOf, LEAVE_ALL } from './booking-choices.ts'

const choices = (forAll: Choice, ...exceptions: [number, Choice][]): Choices => ({
  forAll,
  exceptions: new Map(exceptions),
})

test.for<[Choices, ReturnType<typeof cancellationOf>]>([
  [LEAVE_ALL, undefined],
  [choices('reschedule', [1, 'leave']), undefined],
  [choices('leave', [1, 'cancel'], [2, 'reschedule']), { only: [1] }],
  [choices('cancel'), { except: [] }],
  [choices('cancel', [1, 'reschedule'], [2, 'cancel'], [3, 'leave']), { except: [1, 3] }],
])('the choices %j cancel %j', ([given, cancelled]) => {
  expect(cancellationOf(given)).toEqual(cancelled)
})
