import { bookingName } from './actors.ts'
import { type Of, selectLines, type Timestamp } from './event-log.ts'
import { MAX_CLOCK_OFFSET } from './faults.ts'
import type { Run } from './scenario.ts'

/** A broken invariant, with the line of the event log that shows it. */
type Violation = { message: string; line?: number | undefined }

type Check = (run: Run) => Violation[]

/** How long after a fault its consequences are tolerated, milliseconds. */
const GRACE = 5_000

/** How soon after a fault a booking must succeed, milliseconds. */
const RECOVERY = 5_000

/** The longest time until an answer, also during faults, milliseconds. */
const LONGEST_WAIT = 20_000

/** How long a process may take to end after SIGTERM, milliseconds. */
const SHUTDOWN = 11_000

/** How much two readings of the clock in different processes may differ, milliseconds. */
const CLOCK_TOLERANCE = 50

/** Time in milliseconds after which a worker's lease on a message has expired; a fault within it may explain a copy. */
const LEASE = 60_000

/** The e-mails to customers, by the beginning of their subject. */
const SUBJECTS = {
  confirmation: 'Prenotazione confermata',
  change: 'Prenotazione modificata',
  cancellation: 'Prenotazione disdetta',
  reminder: 'Promemoria',
} as const

const calls = ({ lines }: Run) => selectLines(lines, 'call')
const faults = ({ lines }: Run) => selectLines(lines, 'fault')
const mails = ({ lines }: Run) => selectLines(lines, 'mail')
const customerMails = (run: Run, kind: keyof typeof SUBJECTS) =>
  mails(run).filter(({ to, subject }) => to.endsWith('@posta.example') && subject.startsWith(SUBJECTS[kind]))

type Span = { from: Timestamp; to: Timestamp }

/** The faults that overlap a span or ended shortly before it. */
const faultsAround = (run: Run, { from, to }: Span, grace = GRACE) =>
  faults(run).filter((fault) => fault.from <= to && fault.to + grace >= from)

/** 'visitor 3 (Ambra, server 1): book → 409' */
const describe = ({ actor, business, process, operation, status, lost }: Of<'call'>) =>
  `${actor} (${business}, ${process}): ${operation} → ${status ?? lost}`

const violations = (found: Of<'call'>[], text: (call: Of<'call'>) => string = describe): Violation[] =>
  found.map((call) => ({ message: text(call), line: call.line }))

/** For each fault that no other fault overlaps, the time until each affected server acknowledges a booking. */
export function measureRecoveries(run: Run): { fault: Of<'fault'>; server: string; milliseconds: number }[] {
  const attempts = Map.groupBy(
    calls(run).filter(({ operation, to }) => operation === 'book' && to <= run.end),
    ({ process }) => process,
  )
  const affects = ({ target, what }: Of<'fault'>, server: string) =>
    (target === 'database' || target === server || target === 'clients') && !what.startsWith('clock')
  return faults(run).flatMap((fault) =>
    [...attempts].flatMap(([server, own]) => {
      const overlaps = (other: Of<'fault'>) =>
        other !== fault && affects(other, server) && other.from <= fault.to + RECOVERY && other.to >= fault.to
      if (!affects(fault, server) || fault.target === 'clients' || faults(run).some(overlaps)) return []
      const later = own.filter(({ from }) => from >= fault.to)
      if (!later.some(({ from }) => from < fault.to + RECOVERY / 2)) return []
      const first = later.find(({ status = 999 }) => status < 300)
      return [{ fault, server, milliseconds: (first?.to ?? Number.POSITIVE_INFINITY) - fault.to }]
    }),
  )
}

/** The times from the end of a process, or the signal that ended it, until the process was ready again. */
function findDowntimes(run: Run): (Span & { process: string })[] {
  const ready = selectLines(run.lines, 'ready')
  const exits = selectLines(run.lines, 'exit').map(({ process, at }) => {
    const next = ready.find((entry) => entry.process === process && entry.at >= at)?.at ?? Number.POSITIVE_INFINITY
    return { process, from: at - 1_000, to: next + GRACE }
  })
  const ends = faults(run).filter(({ what }) => what === 'server killed' || what === 'server restarted')
  return [...exits, ...ends.map(({ target, from, to }) => ({ process: target, from, to: to + GRACE }))]
}

/** How long the server was suspended during a call, milliseconds. */
const suspendedDuring = (run: Run, { process, from, to }: Of<'call'>) =>
  faults(run)
    .filter(({ what, target }) => target === process && what === 'server suspended')
    .reduce((sum, fault) => sum + Math.max(0, Math.min(to, fault.to) - Math.max(from, fault.from)), 0)

/** Each invariant with its check. */
export const INVARIANTS: { [invariant: string]: Check } = {
  'no calendar has more simultaneous visits than its capacity': ({ rows }) =>
    rows.overbooked.map(({ marker, at, visits }) => ({ message: `${marker}: ${visits} visits at ${at}` })),

  'the last acknowledged change of each record is in the database': ({ records, rows }) => {
    const values = new Map(rows.bookings.map(({ name, value }) => [name, value]))
    const names = new Set(records.map(({ name }) => name))
    const show = (value: string | null) => value ?? 'missing'
    return [
      ...records
        .filter(({ name, possible }) => !possible.includes(values.get(name) ?? null))
        .map(({ name, possible }) => ({
          message: `${name} is ${show(values.get(name) ?? null)}, expected ${possible.map(show).join(' or ')}`,
        })),
      ...[...values.keys()]
        .filter((name) => !names.has(name))
        .map((name) => ({ message: `${name} was never created` })),
    ]
  },

  'an idempotency key creates one booking': ({ records, rows }) => [
    ...records
      .filter(({ hiddenIds }) => hiddenIds.size > 1)
      .map(({ name }) => ({ message: `${name} has different answers` })),
    ...[...Map.groupBy(rows.bookings, ({ name }) => name)]
      .filter(([, copies]) => copies.length > 1)
      .map(([name, copies]) => ({ message: `${name} is in the database ${copies.length} times` })),
  ],

  'no answer contradicts what was acknowledged': (run) =>
    violations(
      calls(run).filter(({ wrong }) => wrong),
      (call) => `${describe(call)}: ${call.wrong}`,
    ),

  'no visit within the booking notice is booked': (run) =>
    violations(
      calls(run).filter(
        ({ visit, from, clockOffset }) => visit && visit.start < from + clockOffset - CLOCK_TOLERANCE + visit.notice,
      ),
    ),

  'no answer, e-mail or row contains data of another business': (run) => {
    const markers = new Map(run.businesses.map(({ tenantId, marker }) => [tenantId, marker.toLowerCase()]))
    return [
      ...violations(
        calls(run).filter(({ foreign }) => foreign),
        (call) => `${describe(call)}: ${call.foreign}`,
      ),
      ...mails(run)
        .filter(({ foreign }) => foreign.length > 0)
        .map(({ to, foreign, line }) => ({ message: `e-mail to ${to}: ${foreign}`, line })),
      ...run.rows.bookings
        .filter(({ name, tenantId }) => !name.startsWith(`booking ${markers.get(tenantId)}-`))
        .map(({ name, tenantId }) => ({ message: `${name} belongs to tenant ${tenantId}` })),
    ]
  },

  'every answer has a documented status': (run) =>
    violations(
      calls(run).filter(({ status, expected }) => status && status !== 503 && !expected.includes(status)),
      (call) => `${describe(call)}, "${call.detail}"`,
    ),

  '503 has Retry-After and occurs only around faults': (run) =>
    violations(
      calls(run).filter((call) => {
        const isExplained = ({ target, what }: Of<'fault'>) =>
          target === 'database' || target === 'clients' || (target === call.process && !what.startsWith('clock'))
        return call.status === 503 && (!call.retryAfter || !faultsAround(run, call).some(isExplained))
      }),
    ),

  'every answer arrives within 20 s': (run) =>
    violations(calls(run).filter((call) => call.to - call.from - suspendedDuring(run, call) > LONGEST_WAIT)),

  'no connection breaks while the server runs': (run) => {
    const downtimes = findDowntimes(run)
    return violations(
      calls(run).filter(
        ({ lost, process, from, to }) =>
          (lost === 'reset' || lost === 'refused') &&
          !downtimes.some((down) => down.process === process && down.from <= to && down.to >= from),
      ),
    )
  },

  'a message is sent once, and a fault explains a copy with the same Message-ID': (run) => {
    const copies = [...Map.groupBy(mails(run), ({ messageId }) => messageId).values()].flatMap(([first, ...rest]) =>
      rest.filter(
        ({ at }) => !faultsAround(run, { from: first!.at - LEASE, to: at }).some(({ target }) => target !== 'clients'),
      ),
    )
    const again = (['confirmation', 'cancellation', 'reminder'] as const).flatMap((kind) =>
      [...Map.groupBy(customerMails(run, kind), ({ to }) => to).values()].flatMap((group) =>
        group.filter(({ messageId }) => messageId !== group[0]!.messageId),
      ),
    )
    return [...copies, ...again].map(({ subject, to, line }) => ({ message: `"${subject}" to ${to}`, line }))
  },

  'no e-mail tells a customer something that never happened': (run) => {
    const bookings = new Map(run.rows.bookings.map((booking) => [booking.name, booking]))
    const findBooking = ({ to }: Of<'mail'>) => bookings.get(bookingName(to))
    return [
      ...mails(run).filter((mail) => mail.to.endsWith('@posta.example') && !findBooking(mail)),
      ...customerMails(run, 'cancellation').filter((mail) => findBooking(mail)?.value),
    ].map(({ subject, to, line }) => ({ message: `"${subject}" to ${to}`, line }))
  },

  'every booking that is still to come has a confirmation': (run) => {
    const confirmedNames = new Set(customerMails(run, 'confirmation').map(({ to }) => bookingName(to)))
    return run.rows.bookings
      .filter(({ value, start, name }) => value && start > run.end + MAX_CLOCK_OFFSET && !confirmedNames.has(name))
      .map(({ name }) => ({ message: `${name} has no confirmation` }))
  },

  'every visit of the next day has a reminder, and no cancelled one': (run) => {
    const reminders = Map.groupBy(customerMails(run, 'reminder'), ({ to }) => bookingName(to))
    const remindedTenants = new Set(
      run.businesses.filter(({ timeZone }) => timeZone === 'Europe/Rome').map(({ tenantId }) => tenantId),
    )
    return [
      ...run.rows.bookings
        .filter(({ tenantId, day, value }) => remindedTenants.has(tenantId) && day === run.remindedDay && value)
        .filter(({ name }) => !reminders.has(name))
        .map(({ name }) => ({ message: `${name} has no reminder` })),
      ...run.records.flatMap(({ name, deletedAt = Number.POSITIVE_INFINITY }) =>
        (reminders.get(name) ?? [])
          .filter(({ at }) => at > deletedAt + GRACE)
          .map(({ line }) => ({ message: `${name} is cancelled`, line })),
      ),
    ]
  },

  'every user is notified of a booking once': ({ rows, businesses }) => {
    const staff = new Map(businesses.map(({ tenantId, staff }) => [tenantId, staff.length]))
    return rows.bookings.flatMap(({ name, tenantId, id, value }) => {
      const users = rows.notified.get(`${tenantId}/${id}`) ?? 0
      // A booking that is cancelled before the job runs notifies no user.
      if (users === staff.get(tenantId) || (!value && users === 0)) return []
      return [{ message: `${name} notified ${users} users` }]
    })
  },

  'no job is left over or has failed for good': ({ rows }) =>
    rows.jobs.map(({ queue, state, jobs }) => ({ message: `${jobs} ${queue} jobs are ${state}` })),

  'no process crashes, and each is ready again after a restart': ({ lines }) => {
    const lastReady = new Map(selectLines(lines, 'ready').map(({ process, at }) => [process, at]))
    return selectLines(lines, 'exit').flatMap(({ process, sent, code, signal, output, at, line }, i, exits) => {
      if (!sent) return [{ message: `${process} ended with ${signal ?? code}: ${output.slice(-400)}`, line }]
      const isLast = !exits.slice(i + 1).some((later) => later.process === process)
      return isLast || lastReady.get(process)! > at ? [] : [{ message: `${process} was never ready again`, line }]
    })
  },

  'SIGTERM ends a process with exit code 0 while the database is available': (run) =>
    selectLines(run.lines, 'exit')
      .filter(({ sent, code }) => sent === 'SIGTERM' && code !== 0)
      .filter(({ at }) => !faultsAround(run, { from: at - SHUTDOWN, to: at }).some((f) => f.target === 'database'))
      .map(({ process, code, signal, line }) => ({ message: `${process} ended with ${signal ?? code}`, line })),

  'every fault that was begun has been injected': (run) =>
    faults(run).flatMap(({ what, failed, line }) => (failed ? [{ message: `${what}: ${failed}`, line }] : [])),

  'bookings succeed again within 5 s of a fault': (run) =>
    measureRecoveries(run)
      .filter(({ milliseconds }) => milliseconds > RECOVERY)
      .map(({ fault, server, milliseconds }) => ({
        message: `${server} after ${fault.what}: ${(milliseconds / 1000).toFixed(1)} s`,
        line: fault.line,
      })),

  'no log contains the e-mail address of a customer': ({ lines }) =>
    selectLines(lines, 'exit').flatMap(({ process, output, line }) => {
      const [found] = /^.*@posta\.example.*$/m.exec(output) ?? []
      return found ? [{ message: `${process}: ${found.slice(0, 300)}`, line }] : []
    }),
}

/** The violations of each invariant. */
export const checkInvariants = (run: Run): [invariant: string, found: Violation[]][] =>
  Object.entries(INVARIANTS).map(([invariant, check]) => [invariant, check(run)])
