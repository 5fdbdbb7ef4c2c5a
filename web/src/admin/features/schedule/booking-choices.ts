import type { CancelledWith } from '@prenoto/core/schedule/closures-schema.ts'

/** The choice for a booking within a closure. */
export type Choice = 'leave' | 'reschedule' | 'cancel'

/** The choice for all bookings, and the exceptions by booking id. */
export type Choices = { forAll: Choice; exceptions: ReadonlyMap<number, Choice> }

export const LEAVE_ALL: Choices = { forAll: 'leave', exceptions: new Map() }

export const choiceFor = ({ forAll, exceptions }: Choices, { id }: { id: number }): Choice =>
  exceptions.get(id) ?? forAll

/** Whether any booking is to be rescheduled or cancelled. */
export const hasAction = ({ forAll, exceptions }: Choices) =>
  forAll !== 'leave' || [...exceptions.values()].some((choice) => choice !== 'leave')

/** The bookings to cancel when the closure is saved; undefined for none. */
export function toCancellation({ forAll, exceptions }: Choices): CancelledWith | undefined {
  const isForAll = forAll === 'cancel'
  const ids = [...exceptions].filter(([, choice]) => (choice === 'cancel') !== isForAll).map(([id]) => id)
  if (isForAll) return { except: ids }
  return ids.length > 0 ? { only: ids } : undefined
}

/** About how many of the affected bookings staff have not decided. */
export const countUndecided = ({ forAll, exceptions }: Choices, count: number): number =>
  forAll === 'leave' ? Math.max(0, count - exceptions.size) : 0

/** How many of the affected bookings stay where they are. */
export function countLeft({ forAll, exceptions }: Choices, count: number): number {
  const differing = [...exceptions.values()].filter((choice) => (choice === 'leave') !== (forAll === 'leave')).length
  return forAll === 'leave' ? Math.max(0, count - differing) : differing
}
