import { expect, test } from 'vitest'
import { type Choice, type Choices, cancelledBy, LEAVE_ALL } from './choices.ts'

const choices = (forAll: Choice, ...own: [number, Choice][]): Choices => ({ forAll, own: new Map(own) })

test.for<[Choices, ReturnType<typeof cancelledBy>]>([
  [LEAVE_ALL, undefined],
  [choices('move', [1, 'leave']), undefined],
  [choices('leave', [1, 'cancel'], [2, 'move']), { only: [1] }],
  [choices('cancel'), { except: [] }],
  [choices('cancel', [1, 'move'], [2, 'cancel'], [3, 'leave']), { except: [1, 3] }],
])('of %j are cancelled %j', ([chosen, cancelled]) => {
  expect(cancelledBy(chosen)).toEqual(cancelled)
})
