import { linesOf, type Moment, type Of } from '../journal.ts'
import { type Case, faultsAround, GRACE, inWords, type Law } from './law.ts'

/** Milliseconds within which everybody has an answer, whatever ails the database. */
const LONGEST_WAIT = 20_000

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

export const documentedAnswers: Law = {
  name: 'nobody gets an answer that is not documented',
  judge: ({ calls }) =>
    calls
      .filter(({ status, expected }) => status !== undefined && status !== 503 && !expected.includes(status))
      .map((call) => ({ says: `${inWords(call)}${call.problem ? `, "${call.problem}"` : ''}`, line: call.line })),
}

export const refusalsInWords: Law = {
  name: 'every refusal says why, in Italian',
  judge: ({ calls }) =>
    calls.filter(({ problem }) => problem === null).map((call) => ({ says: inWords(call), line: call.line })),
}

export const sparingRefusals: Law = {
  name: '503 is said around faults only, and with Retry-After',
  judge: (found) =>
    found.calls.flatMap((call) => {
      if (call.status !== 503) return []
      if (call.retryAfter === undefined) return [{ says: `${inWords(call)} without Retry-After`, line: call.line }]
      if (faultsAround(found, call).some(({ on, what }) => mayRefuse(on, what, call.process))) return []
      return [{ says: `${inWords(call)}, and nothing was wrong`, line: call.line }]
    }),
}

/** What may keep a server from serving: the database, crowds, and having been stopped or started itself. */
const mayRefuse = (on: string, what: string, process: string) =>
  on === 'database' || on === 'clients' || (on === process && !what.startsWith('clock'))

export const promptAnswers: Law = {
  name: `nobody waits longer than ${LONGEST_WAIT / 1000} s`,
  judge: (found) =>
    found.calls.flatMap((call) => {
      const waited = call.to - call.from - stalledDuring(found, call)
      if (waited <= LONGEST_WAIT) return []
      const around = faultsAround(found, call, 0).map(({ what }) => what)
      return [
        {
          says: `${inWords(call)} after ${seconds(waited)}, beside: ${around.join(', ') || 'nothing'}`,
          line: call.line,
        },
      ]
    }),
}

/** How long a process was kept from answering, which is not its fault. */
function stalledDuring({ faults }: Case, { process, from, to }: Of<'call'>) {
  return faults
    .filter(({ what, on }) => on === process && what === 'server stopped')
    .reduce((sum, fault) => sum + Math.max(0, Math.min(to, fault.to) - Math.max(from, fault.from)), 0)
}

export const keptConnections: Law = {
  name: 'no connection breaks while the server lives',
  judge(found) {
    const absences = absencesOf(found)
    return found.calls
      .filter(({ lost }) => lost === 'reset' || lost === 'refused')
      .filter(
        (call) =>
          !absences.some(({ process, from, to }) => process === call.process && from <= call.to && to >= call.from),
      )
      .map((call) => ({ says: inWords(call), line: call.line }))
  },
}

/** From the moment at which something ended a process, or had it end, until it was ready again. */
function absencesOf({ lines, faults }: Case): { process: string; from: Moment; to: Moment }[] {
  const ready = linesOf(lines, 'ready')
  const ended = linesOf(lines, 'exit').map(({ process, at }) => ({
    process,
    from: at - 1_000,
    to: GRACE + (ready.find((next) => next.process === process && next.at >= at)?.at ?? Number.POSITIVE_INFINITY),
  }))
  const deadly = faults.filter(({ what }) => what === 'server killed' || what === 'server restarted')
  return [...ended, ...deadly.map(({ on, from, to }) => ({ process: on, from, to: to + GRACE }))]
}
