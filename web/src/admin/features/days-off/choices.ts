import type { CancelledWith } from '@prenoto/core/days-off/closures-schema.ts'

/** What becomes of a booking in a time that is closed. */
export type Choice = 'leave' | 'move' | 'cancel'

/** For all bookings, and for those that were chosen for by themselves. */
export type Choices = { forAll: Choice; own: ReadonlyMap<number, Choice> }

export const LEAVE_ALL: Choices = { forAll: 'leave', own: new Map() }

export const choiceFor = ({ forAll, own }: Choices, { id }: { id: number }): Choice => own.get(id) ?? forAll

/** Whether anything else is to be done than to leave them. */
export const isAnythingToDo = ({ forAll, own }: Choices) =>
  forAll !== 'leave' || [...own.values()].some((choice) => choice !== 'leave')

/** Which bookings are cancelled as the closure is saved; undefined where none is. */
export function cancelledBy({ forAll, own }: Choices): CancelledWith | undefined {
  const isForAll = forAll === 'cancel'
  const exceptions = [...own].filter(([, choice]) => (choice === 'cancel') !== isForAll).map(([id]) => id)
  if (isForAll) return { except: exceptions }
  return exceptions.length > 0 ? { only: exceptions } : undefined
}
