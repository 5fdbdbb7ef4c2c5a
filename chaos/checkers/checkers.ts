import type { Evidence } from '../evidence.ts'
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

export function check(evidence: Evidence): Violation[] {
  const run = indexed(evidence)
  return CHECKERS.flatMap(({ invariant, check }) => check(run).map((violation) => ({ invariant, ...violation })))
}
