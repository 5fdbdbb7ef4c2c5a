import { filterLines, type Of, type Timestamp } from '../event-log.ts'
import { type Checker, describe, faultsAround, GRACE, type Run } from './checker.ts'

/** The longest time until an answer, also during faults, milliseconds. */
const LONGEST_WAIT = 20_000

const tenantsAreIsolated: Checker = {
  invariant: 'no answer, e-mail or row contains data of another business',
  check({ calls, lines, rows, businesses }) {
    const markers = new Map(businesses.map(({ tenantId, marker }) => [tenantId, marker]))
    const isMisplaced = ({ record, tenantId }: (typeof rows.bookings)[number]) =>
      !record.startsWith(`booking ${markers.get(tenantId)?.toLowerCase()}-`)
    return [
      ...calls
        .filter(({ foreign }) => foreign?.length)
        .map((call) => ({ message: `${describe(call)}: ${call.foreign!.join(', ')}`, line: call.line })),
      ...filterLines(lines, 'mail')
        .filter(({ foreign }) => foreign.length > 0)
        .map(({ to, foreign, line }) => ({ message: `e-mail to ${to}: ${foreign.join(', ')}`, line })),
      ...rows.bookings
        .filter(isMisplaced)
        .map(({ record, tenantId }) => ({ message: `${record} belongs to ${markers.get(tenantId)}` })),
    ]
  },
}

const statusesAreDocumented: Checker = {
  invariant: 'every answer has a documented status',
  check: ({ calls }) =>
    calls
      .filter(({ status, expected }) => status !== undefined && status !== 503 && !expected.includes(status))
      .map((call) => ({ message: `${describe(call)}, "${call.detail}"`, line: call.line })),
}

const unavailableOnlyAroundFaults: Checker = {
  invariant: '503 has Retry-After and occurs only around faults',
  check: (run) =>
    run.calls.flatMap((call) => {
      if (call.status !== 503) return []
      if (call.retryAfter === undefined) return [{ message: `${describe(call)} without Retry-After`, line: call.line }]
      const isExplained = faultsAround(run, call).some(
        ({ target, what }) =>
          target === 'database' || target === 'clients' || (target === call.process && !what.startsWith('clock')),
      )
      return isExplained ? [] : [{ message: `${describe(call)} without a fault`, line: call.line }]
    }),
}

const answersArePrompt: Checker = {
  invariant: `every answer arrives within ${LONGEST_WAIT / 1000} s`,
  check: (run) =>
    run.calls.flatMap((call) => {
      const waited = call.to - call.from - suspendedDuring(run, call)
      if (waited <= LONGEST_WAIT) return []
      const faults = faultsAround(run, call, 0).map(({ what }) => what)
      const message = `${describe(call)} after ${(waited / 1000).toFixed(1)} s; faults: ${faults.join(', ') || 'none'}`
      return [{ message, line: call.line }]
    }),
}

/** How long the server was suspended during a call, milliseconds. */
const suspendedDuring = ({ faults }: Run, { process, from, to }: Of<'call'>) =>
  faults
    .filter(({ what, target }) => target === process && what === 'server suspended')
    .reduce((sum, fault) => sum + Math.max(0, Math.min(to, fault.to) - Math.max(from, fault.from)), 0)

const connectionsLast: Checker = {
  invariant: 'no connection breaks while the server runs',
  check(run) {
    const downtimes = findDowntimes(run)
    return run.calls
      .filter(({ lost }) => lost === 'reset' || lost === 'refused')
      .filter(({ process, from, to }) => !downtimes.some((a) => a.process === process && a.from <= to && a.to >= from))
      .map((call) => ({ message: describe(call), line: call.line }))
  },
}

/** The times from the end of a process, or the signal that ended it, until the process was ready again. */
function findDowntimes({ lines, faults }: Run): { process: string; from: Timestamp; to: Timestamp }[] {
  const ready = filterLines(lines, 'ready')
  const exits = filterLines(lines, 'exit').map(({ process, at }) => {
    const next = ready.find((entry) => entry.process === process && entry.at >= at)?.at ?? Number.POSITIVE_INFINITY
    return { process, from: at - 1_000, to: next + GRACE }
  })
  const ends = faults.filter(({ what }) => what === 'server killed' || what === 'server restarted')
  return [...exits, ...ends.map(({ target, from, to }) => ({ process: target, from, to: to + GRACE }))]
}

export const answerCheckers = [
  tenantsAreIsolated,
  statusesAreDocumented,
  unavailableOnlyAroundFaults,
  answersArePrompt,
  connectionsLast,
]
