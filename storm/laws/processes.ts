import { linesOf, type Moment, type Of } from '../journal.ts'
import { type Case, faultsAround, inWords, type Law } from './law.ts'

/** How soon bookings go on after a fault, milliseconds. */
const RECOVERY = 5_000

/** From its third minute on, how much a process may have more in the later half of its minutes than in the earlier one, bytes. */
const GROWTH = 10e6
const FIRST_MINUTE = 2

export const nobodySeesOthers: Law = {
  name: 'nobody sees anything of another business',
  judge({ calls, lines, rows, shops }) {
    const markers = new Map(shops.map(({ tenantId, marker }) => [tenantId, marker]))
    return [
      ...calls.flatMap((call) =>
        call.foreign?.length ? [{ says: `${inWords(call)}: ${call.foreign.join(', ')}`, line: call.line }] : [],
      ),
      ...linesOf(lines, 'mail').flatMap(({ to, foreign, line }) =>
        foreign.length > 0 ? [{ says: `e-mail to ${to}: ${foreign.join(', ')}`, line }] : [],
      ),
      ...rows.bookings
        .filter(({ record, tenant_id }) => !record.startsWith(`booking ${markers.get(tenant_id)?.toLowerCase()}-`))
        .map(({ record, tenant_id }) => ({ says: `${record} stands with ${markers.get(tenant_id)}` })),
    ]
  },
}

export const everybodyLives: Law = {
  name: 'no process ends that was not told to, and all are started again',
  judge: ({ lines }) => {
    const last = new Map(linesOf(lines, 'ready').map(({ process, at }) => [process, at]))
    return linesOf(lines, 'exit').flatMap(({ process, told, code, signal, lastWords, at, line }, i, exits) => {
      if (told === undefined) return [{ says: `${process} ended with ${signal ?? code}: ${lastWords}`, line }]
      const isFinal = !exits.slice(i + 1).some((later) => later.process === process)
      return isFinal || last.get(process)! > at ? [] : [{ says: `${process} was never ready again`, line }]
    })
  },
}

/** Requests and jobs that wait for a database in trouble are not waited for, when a process is to end. */
const DRAIN_LIMIT = 11_000

export const orderlyEnds: Law = {
  name: 'whoever is told to end does so in order, while the database is there',
  judge: (found) =>
    linesOf(found.lines, 'exit').flatMap(({ process, told, code, signal, at, line }) => {
      if (told !== 'SIGTERM' || code === 0) return []
      const troubles = faultsAround(found, { from: at - DRAIN_LIMIT, to: at }).filter(({ on }) => on === 'database')
      return troubles.length > 0 ? [] : [{ says: `${process} ended with ${signal ?? code} on SIGTERM`, line }]
    }),
}

export const faultsHappen: Law = {
  name: 'every fault that was planned has happened',
  judge: ({ faults }) =>
    faults.flatMap(({ what, failed, line }) => (failed ? [{ says: `${what}: ${failed}`, line }] : [])),
}

const BOOKS = new Set(['book', 'staff books', 'move booking', 'edit booking'])

export type Recovery = { fault: Of<'fault'>; server: string; milliseconds: number }

/** For each fault that nothing else followed, and each server it struck, how long after it a booking was acknowledged. */
export function recoveriesOf({ calls, faults }: Case): Recovery[] {
  const attempts = Map.groupBy(
    calls.filter(({ what }) => BOOKS.has(what)),
    ({ process }) => process,
  )
  return faults.flatMap((fault) =>
    [...attempts].flatMap(([server, own]) => {
      const follows = (other: Of<'fault'>) =>
        other !== fault && strikes(other, server) && other.from <= fault.to + RECOVERY && other.to >= fault.to
      if (!strikes(fault, server) || fault.what === 'rush' || faults.some(follows)) return []
      const since = own.filter(({ from }) => from >= fault.to)
      // Who did not try can't tell.
      if (!since.some(({ from }) => from < fault.to + RECOVERY / 2)) return []
      const first = since.find(({ status = 999 }) => status < 300)
      return [{ fault, server, milliseconds: (first?.to ?? Number.POSITIVE_INFINITY) - fault.to }]
    }),
  )
}

const strikes = ({ on, what }: Of<'fault'>, server: string) =>
  (on === 'database' || on === server || what === 'rush') && !what.startsWith('clock')

export const bookingsGoOn: Law = {
  name: `bookings go on within ${RECOVERY / 1000} s of a fault`,
  judge: (found) =>
    recoveriesOf(found)
      .filter(({ milliseconds }) => milliseconds > RECOVERY)
      .map(({ fault, server, milliseconds }) => ({
        says: `${server} after ${fault.what}: ${Number.isFinite(milliseconds) ? `${(milliseconds / 1000).toFixed(1)} s` : 'never'}`,
        line: fault.line,
      })),
}

export type Minute = { process: string; pid: number; minute: number; resident: number }

/** The median resident memory of each process in each minute of its life. */
export function memoryByMinute({ lines }: Pick<Case, 'lines'>): Minute[] {
  const born = new Map<number, Moment>()
  for (const { pid, at } of linesOf(lines, 'memory')) if (!born.has(pid)) born.set(pid, at)
  const minutes = Map.groupBy(linesOf(lines, 'memory'), ({ process, pid, at }) =>
    JSON.stringify([process, pid, Math.floor((at - born.get(pid)!) / 60_000)]),
  )
  return [...minutes].map(([key, samples]) => {
    const [process, pid, minute] = JSON.parse(key) as [string, number, number]
    return { process, pid, minute, resident: medianOf(samples) }
  })
}

function medianOf(samples: { resident: number }[]): number {
  const sorted = samples.map(({ resident }) => resident).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

export const flatMemory: Law = {
  name: 'no process grows from its third minute on',
  judge: (found) =>
    [...Map.groupBy(memoryByMinute(found), ({ pid }) => pid).values()].flatMap((minutes) => {
      const settled = minutes.filter(({ minute }) => minute >= FIRST_MINUTE)
      if (settled.length < 3) return []
      const half = Math.ceil(settled.length / 2)
      const [earlier, later] = [medianOf(settled.slice(0, half)), medianOf(settled.slice(half))]
      if (later - earlier <= GROWTH) return []
      const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
      return [
        {
          says: `${settled[0]!.process}: ${megabytes(earlier)} in the earlier half of ${settled.length} minutes, ${megabytes(later)} in the later one`,
        },
      ]
    }),
}

export const discreetLogs: Law = {
  name: 'no log names a customer',
  judge: ({ lines }) =>
    linesOf(lines, 'said').flatMap(({ process, text, line }) => {
      const [named] = /^.*@posta\.example.*$/m.exec(text) ?? []
      return named ? [{ says: `${process}: ${named.slice(0, 300)}`, line }] : []
    }),
}
