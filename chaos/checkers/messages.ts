import { bookingRecord, isOfSeries, seriesRecord } from '../business.ts'
import { filterLines, type Of } from '../event-log.ts'
import { MAX_CLOCK_OFFSET } from '../faults.ts'
import type { BookingRow } from '../run-data.ts'
import { type Checker, faultsAround, type Run } from './checker.ts'

type Mail = Of<'mail'>

/** The e-mails to customers, by the beginning of their subject. */
const KINDS = {
  confirmation: 'Prenotazione confermata',
  change: 'Prenotazione modificata',
  cancellation: 'Prenotazione disdetta',
} as const
const SERIES_SUBJECT = 'Prenotazioni '
const WAITING_SUBJECTS = /^(Sei in lista|Si è liberato un posto)/

type Kind = keyof typeof KINDS

const isToCustomer = ({ to }: Mail) => to.endsWith('@posta.example')
const findKind = ({ subject }: Mail) => (Object.keys(KINDS) as Kind[]).find((kind) => subject.startsWith(KINDS[kind]))

/** Time in milliseconds after which a worker's lease on a message has expired; a fault within it may explain a copy. */
const LEASE = 60_000

const messagesAreSentOnce: Checker = {
  invariant: 'a message is sent once, and a copy has the same Message-ID and is explained by a fault',
  check(run) {
    const mails = filterLines(run.lines, 'mail')
    const copies = [...Map.groupBy(mails, ({ messageId }) => messageId).values()].flatMap(([first, ...rest]) =>
      rest.flatMap((copy) => {
        const faults = faultsAround(run, { from: first!.at - LEASE, to: copy.at })
        if (faults.some(({ target }) => target !== 'clients')) return []
        return [{ message: `"${copy.subject}" to ${copy.to} is a copy of line ${first!.line}`, line: copy.line }]
      }),
    )
    const once = mails.filter(
      (mail) => isToCustomer(mail) && findKind(mail) !== undefined && findKind(mail) !== 'change',
    )
    const duplicates = [...Map.groupBy(once, (mail) => `${findKind(mail)} ${mail.to}`).values()].flatMap((group) => {
      const other = group.find(({ messageId }) => messageId !== group[0]!.messageId)
      return other ? [{ message: `"${other.subject}" to ${other.to} has two Message-IDs`, line: other.line }] : []
    })
    return [...copies, ...duplicates]
  },
}

const messagesAreTrue: Checker = {
  invariant: 'no e-mail tells a customer something that never happened',
  check(run) {
    const bookings = new Map(run.rows.bookings.map((booking) => [booking.record, booking]))
    return filterLines(run.lines, 'mail')
      .filter((mail) => isToCustomer(mail) && !isTrue(run, mail, bookings.get(bookingRecord(mail.to))))
      .map(({ subject, to, line }) => ({ message: `"${subject}" to ${to}`, line }))
  },
}

function isTrue({ histories }: Run, mail: Mail, booking: BookingRow | undefined) {
  const existed = (record: string) => (histories.get(record) ?? []).some(({ from }) => from <= mail.at)
  if (isOfSeries({ email: mail.to })) return mail.subject.startsWith(SERIES_SUBJECT) && existed(seriesRecord(mail.to))
  if (WAITING_SUBJECTS.test(mail.subject)) return existed(bookingRecord(mail.to).replace('booking', 'waiting'))
  switch (findKind(mail)) {
    case 'confirmation':
      return booking !== undefined
    case 'change':
      return (histories.get(bookingRecord(mail.to)) ?? []).some(({ how, from }) => how === 'update' && from <= mail.at)
    case 'cancellation':
      return booking?.value === null
    default:
      return false
  }
}

const bookingsAreConfirmed: Checker = {
  invariant: 'every booking that is still to come has a confirmation',
  check({ lines, rows, histories, end }) {
    const confirmations = filterLines(lines, 'mail').filter((mail) => findKind(mail) === 'confirmation')
    const confirmed = new Set(confirmations.map(({ to }) => to))
    return rows.bookings
      .filter(({ value, start, email }) => value !== null && start > end + MAX_CLOCK_OFFSET && !confirmed.has(email))
      .map(({ record, id }) => ({
        message: `${record} (id ${id}) has no confirmation`,
        line: histories.get(record)?.[0]?.line,
      }))
  },
}

const staffIsNotified: Checker = {
  invariant: 'every user is notified of a booking once',
  check({ rows, businesses }) {
    const staff = new Map(businesses.map(({ tenantId, staff }) => [tenantId, staff.length]))
    return rows.bookings.flatMap(({ record, tenantId, id, value }) => {
      const users = rows.notified.get(`${tenantId}/${id}`) ?? 0
      const expected = staff.get(tenantId)!
      // A booking that is cancelled before the job runs notifies no user.
      if (users === expected || (value === null && users === 0)) return []
      return [{ message: `${record} (id ${id}) notified ${users} of ${expected} users` }]
    })
  },
}

const jobsAreDone: Checker = {
  invariant: 'no job is left over or has failed for good',
  check: ({ rows }) => rows.jobs.map(({ queue, state, jobs }) => ({ message: `${jobs} ${queue} jobs are ${state}` })),
}

export const messageCheckers = [
  messagesAreSentOnce,
  messagesAreTrue,
  bookingsAreConfirmed,
  staffIsNotified,
  jobsAreDone,
]
