import type { RunData } from '../run-data.ts'
import { answerCheckers } from './answers.ts'
import { bookingCheckers } from './bookings.ts'
import { indexed, type Violation } from './checker.ts'
import { messageCheckers } from './messages.ts'
import { processCheckers } from './processes.ts'
import { recordCheckers } from './records.ts'

export const CHECKERS = [
  ...bookingCheckers,
  ...recordCheckers,
  ...answerCheckers,
  ...messageCheckers,
  ...processCheckers,
]

export function check(runData: RunData): Violation[] {
  const run = indexed(runData)
  return CHECKERS.flatMap(({ invariant, check }) => check(run).map((violation) => ({ invariant, ...violation })))
}
