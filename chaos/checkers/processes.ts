import { filterLines, type Of } from '../event-log.ts'
import { type Checker, faultsAround, type Run } from './checker.ts'

/** How soon after a fault a booking must succeed, milliseconds. */
const RECOVERY = 5_000

/** How long a process may take to end after SIGTERM, milliseconds. */
const SHUTDOWN = 11_000

const processesSurvive: Checker = {
  invariant: 'no process crashes, and each is ready again after a restart',
  check({ lines }) {
    const lastReady = new Map(filterLines(lines, 'ready').map(({ process, at }) => [process, at]))
    return filterLines(lines, 'exit').flatMap(({ process, sent, code, signal, output, at, line }, i, exits) => {
      if (!sent) return [{ message: `${process} ended with ${signal ?? code}: ${output.slice(-400)}`, line }]
      const isLast = !exits.slice(i + 1).some((later) => later.process === process)
      return isLast || lastReady.get(process)! > at ? [] : [{ message: `${process} was never ready again`, line }]
    })
  },
}

const shutdownsAreOrderly: Checker = {
  invariant: 'SIGTERM ends a process with exit code 0 while the database is available',
  check: (run) =>
    filterLines(run.lines, 'exit')
      .filter(({ sent, code }) => sent === 'SIGTERM' && code !== 0)
      .filter(({ at }) => !faultsAround(run, { from: at - SHUTDOWN, to: at }).some((f) => f.target === 'database'))
      .map(({ process, code, signal, line }) => ({ message: `${process} ended with ${signal ?? code}`, line })),
}

const faultsAreInjected: Checker = {
  invariant: 'every fault that was begun has been injected',
  check: ({ faults }) =>
    faults.flatMap(({ what, failed, line }) => (failed ? [{ message: `${what}: ${failed}`, line }] : [])),
}

const BOOKING_OPERATIONS = new Set(['book', 'staff: book', 'staff: reschedule'])

type Recovery = { fault: Of<'fault'>; server: string; milliseconds: number }

/** For each fault that no other fault overlaps, the time until each affected server acknowledges a booking. */
export function findRecoveries({ calls, faults }: Run): Recovery[] {
  const attempts = Map.groupBy(
    calls.filter(({ operation }) => BOOKING_OPERATIONS.has(operation)),
    ({ process }) => process,
  )
  return faults.flatMap((fault) =>
    [...attempts].flatMap(([server, serverAttempts]) => {
      const overlaps = (other: Of<'fault'>) =>
        other !== fault && affects(other, server) && other.from <= fault.to + RECOVERY && other.to >= fault.to
      if (!affects(fault, server) || fault.target === 'clients' || faults.some(overlaps)) return []
      const later = serverAttempts.filter(({ from }) => from >= fault.to)
      if (!later.some(({ from }) => from < fault.to + RECOVERY / 2)) return []
      const first = later.find(({ status = 999 }) => status < 300)
      return [{ fault, server, milliseconds: (first?.to ?? Number.POSITIVE_INFINITY) - fault.to }]
    }),
  )
}

const affects = ({ target, what }: Of<'fault'>, server: string) =>
  (target === 'database' || target === server || target === 'clients') && !what.startsWith('clock')

const bookingsRecover: Checker = {
  invariant: `bookings succeed again within ${RECOVERY / 1000} s of a fault`,
  check: (run) =>
    findRecoveries(run)
      .filter(({ milliseconds }) => milliseconds > RECOVERY)
      .map(({ fault, server, milliseconds }) => ({
        message: `${server} after ${fault.what}: ${(milliseconds / 1000).toFixed(1)} s`,
        line: fault.line,
      })),
}

const logsAreDiscreet: Checker = {
  invariant: 'no log contains the e-mail address of a customer',
  check: ({ lines }) =>
    filterLines(lines, 'exit').flatMap(({ process, output, line }) => {
      const [contact] = /^.*@posta\.example.*$/m.exec(output) ?? []
      return contact ? [{ message: `${process}: ${contact.slice(0, 300)}`, line }] : []
    }),
}

export const processCheckers = [
  processesSurvive,
  shutdownsAreOrderly,
  faultsAreInjected,
  bookingsRecover,
  logsAreDiscreet,
]
