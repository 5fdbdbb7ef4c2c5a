import type { Evidence } from '../evidence.ts'
import { documentedAnswers, keptConnections, promptAnswers, refusalsInWords, sparingRefusals } from './answers.ts'
import { capacityKept, closedIsClosed, copiedServices, nothingPast, ownCustomers, takenNotOffered } from './bookings.ts'
import { caseOf, type Finding, type Law } from './law.ts'
import {
  dashboardsHear,
  dueReminded,
  everybodyTold,
  movedAndTold,
  nothingFalse,
  noWorkLeft,
  sentOnce,
  staffTold,
} from './messages.ts'
import { blockedStayOut, discreetPages, trueNumbers } from './people.ts'
import { chosenCalendars, heldIsHeld, limitsKept, openWhenBooked } from './places.ts'
import {
  bookingsGoOn,
  discreetLogs,
  everybodyLives,
  faultsHappen,
  flatMemory,
  nobodySeesOthers,
  orderlyEnds,
} from './processes.ts'
import { goneForGood, lastingRecords, nothingUnasked, oneBookingForAKey, truthfulAnswers } from './records.ts'

/** Everything that must hold, whatever happens. */
export const LAWS: Law[] = [
  capacityKept,
  limitsKept,
  heldIsHeld,
  lastingRecords,
  oneBookingForAKey,
  truthfulAnswers,
  goneForGood,
  nothingUnasked,
  ownCustomers,
  copiedServices,
  nothingPast,
  takenNotOffered,
  closedIsClosed,
  openWhenBooked,
  chosenCalendars,
  blockedStayOut,
  trueNumbers,
  discreetPages,
  nobodySeesOthers,
  documentedAnswers,
  refusalsInWords,
  sparingRefusals,
  promptAnswers,
  keptConnections,
  sentOnce,
  nothingFalse,
  everybodyTold,
  movedAndTold,
  dueReminded,
  staffTold,
  dashboardsHear,
  noWorkLeft,
  everybodyLives,
  orderlyEnds,
  faultsHappen,
  bookingsGoOn,
  flatMemory,
  discreetLogs,
]

export function judge(evidence: Evidence): Finding[] {
  const found = caseOf(evidence)
  return LAWS.flatMap(({ name, judge }) => judge(found).map((finding) => ({ law: name, ...finding })))
}
