import { isReminderDue } from '@prenoto/core/bookings/reminder.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import type { BookingRow } from '../evidence.ts'
import { linesOf, type Of } from '../journal.ts'
import { isOfSeries, REMINDER_DAYS, recordOfEmail, slotOf } from '../shop.ts'
import { type Case, faultsAround, type Law } from './law.ts'

type Mail = Of<'mail'>

/** What customers are sent, by how its subject begins. */
const KINDS = {
  confirmation: 'Prenotazione confermata',
  change: 'Prenotazione modificata',
  cancellation: 'Prenotazione disdetta',
  reminder: 'Promemoria',
} as const
const OF_SERIES = 'Prenotazioni '
const OF_WAITING = ['Sei in lista', 'Si è liberato un posto']
type Kind = keyof typeof KINDS

const isCustomers = ({ to }: Mail) => to.endsWith('@posta.example')
const kindOf = ({ subject }: Mail) => (Object.keys(KINDS) as Kind[]).find((kind) => subject.startsWith(KINDS[kind]))

/** How far the clock of whoever sends may be off, milliseconds. */
const WORST_CLOCK = 5 * 60_000

/** A claim on a message ends after so many milliseconds: whoever had it may have been cut off just after sending. */
const CLAIM = 60_000

export const sentOnce: Law = {
  name: 'a message is sent once, and again under its number only where something broke in between',
  judge(found) {
    const mails = linesOf(found.lines, 'mail')
    const repeated = [...Map.groupBy(mails, ({ messageId }) => messageId).values()].flatMap((copies) =>
      copies.slice(1).flatMap((copy, i) => {
        const earlier = copies[i]!
        const broke = faultsAround(found, { from: Math.max(earlier.at - CLAIM, 0), to: copy.at })
        if (broke.some(({ on }) => on !== 'clients')) return []
        return [{ says: `"${copy.subject}" to ${copy.to} came again, see line ${earlier.line}`, line: copy.line }]
      }),
    )
    const once = mails.filter(
      (mail) => isCustomers(mail) && ['confirmation', 'cancellation'].includes(kindOf(mail) ?? ''),
    )
    const numbers = Map.groupBy(once, (mail) => `${kindOf(mail)} ${mail.to}`)
    const doubled = [...numbers.values()].flatMap((copies) => {
      const other = copies.find(({ messageId }) => messageId !== copies[0]!.messageId)
      return other ? [{ says: `"${other.subject}" to ${other.to} came under two numbers`, line: other.line }] : []
    })
    return [...repeated, ...doubled]
  },
}

const byRecord = ({ rows }: Case) => new Map(rows.bookings.map((row) => [row.record, row]))

export const nothingFalse: Law = {
  name: 'nobody is told of what never was',
  judge(found) {
    const bookings = byRecord(found)
    return linesOf(found.lines, 'mail')
      .filter(isCustomers)
      .flatMap((mail) => {
        if (isTrueOfOthers(found, mail)) return []
        const booking = bookings.get(recordOfEmail(mail.to))
        const isTrue = booking && isTrueOf(found, booking, mail)
        return isTrue ? [] : [{ says: `"${mail.subject}" to ${mail.to}`, line: mail.line }]
      })
  },
}

/** Of a series, and of somebody who waits, it is enough that there was one. */
function isTrueOfOthers({ histories }: Case, { to, subject, at }: Mail) {
  const [record, isAbout] = subject.startsWith(OF_SERIES)
    ? [recordOfEmail(to).replace('booking', 'series'), isOfSeries({ email: to })]
    : [recordOfEmail(to).replace('booking', 'waiting'), OF_WAITING.some((beginning) => subject.startsWith(beginning))]
  return isAbout && (histories.get(record) ?? []).some(({ from }) => from <= at)
}

function isTrueOf({ histories, shops }: Case, booking: BookingRow, mail: Mail) {
  switch (kindOf(mail)) {
    case 'confirmation':
      return true
    case 'change':
      return (histories.get(booking.record) ?? []).some(({ how, from }) => how === 'update' && from <= mail.at)
    case 'cancellation':
      return booking.is_cancelled
    case 'reminder': {
      const { timeZone } = shops.find(({ tenantId }) => tenantId === booking.tenant_id)!
      const instant = (milliseconds: number) => Temporal.Instant.fromEpochMilliseconds(Math.floor(milliseconds))
      const visit = {
        visit_day: booking.visit_day,
        starts_at: instant(booking.starts_at),
        scheduled_at: instant(booking.scheduled_at),
      }
      const asked = { daysBefore: REMINDER_DAYS, timeZone, now: instant(mail.at + WORST_CLOCK) }
      // Moved after it was sent, it was true when it was.
      return isReminderDue(visit, asked) || (histories.get(booking.record) ?? []).length > 1
    }
    default:
      return false
  }
}

export const everybodyTold: Law = {
  name: 'whoever has booked, and comes, is told so',
  judge(found) {
    const told = new Set(
      linesOf(found.lines, 'mail').flatMap((mail) => (kindOf(mail) === 'confirmation' ? [mail.to] : [])),
    )
    return found.rows.bookings
      .filter((booking) => !booking.is_cancelled && isStillAhead(found, booking) && !told.has(booking.email))
      .map(({ record, id, email }) => ({
        says: `${email} (${record}, booking ${id}) got no confirmation`,
        line: found.histories.get(record)?.[0]?.line,
      }))
  },
}

export const movedAndTold: Law = {
  name: 'whoever has been moved is told of the day and hour that hold',
  judge(found) {
    const mails = Map.groupBy(linesOf(found.lines, 'mail').filter(isCustomers), ({ to }) => to)
    return found.rows.bookings.flatMap((booking) => {
      const { record, email, value, visit_day, visit_hour } = booking
      if (value === null || !isStillAhead(found, booking) || !isMoved(found, booking)) return []
      const says = [formatDate(visit_day), toShortTime(visit_hour)]
      const isTold = (mails.get(email) ?? []).some(({ text }) => says.every((words) => text.includes(words)))
      return isTold
        ? []
        : [{ says: `${email} was never told of ${says.join(', ')}`, line: found.histories.get(record)?.at(-1)?.line }]
    })
  },
}

const isMoved = ({ histories }: Case, { record, visit_day, visit_hour }: BookingRow) =>
  (histories.get(record) ?? []).some(({ how, value }) => {
    const slot = how === 'update' && value !== null ? slotOf(value) : undefined
    return slot?.day === visit_day && slot.hour === visit_hour
  })

/** What has begun before its message could leave is not told any more. */
const isStillAhead = ({ end }: Case, { starts_at }: BookingRow) => starts_at > end + WORST_CLOCK

export const dueReminded: Law = {
  name: 'every visit that is due is reminded of, once',
  judge(found) {
    const reminders = Map.groupBy(
      linesOf(found.lines, 'mail').filter((mail) => kindOf(mail) === 'reminder'),
      ({ to }) => to,
    )
    return found.rows.bookings
      .filter(
        ({ record, is_cancelled }) =>
          /-due\d+$/.test(record) && !is_cancelled && (found.histories.get(record) ?? []).length === 1,
      )
      .flatMap((booking) => {
        const sent = reminders.get(booking.email) ?? []
        const times = new Set(sent.map(({ messageId }) => messageId)).size
        if (times === 1 || (times === 0 && !isStillAhead(found, booking))) return []
        const line = sent.at(-1)?.line ?? found.histories.get(booking.record)?.[0]?.line
        return [{ says: `${booking.email} was reminded ${times} times`, line }]
      })
  },
}

export const staffTold: Law = {
  name: 'everybody who works there is told of a booking once',
  judge({ rows, shops }) {
    const staff = new Map(shops.map(({ tenantId, staff }) => [tenantId, staff]))
    return rows.bookings.flatMap(({ record, tenant_id, id, is_cancelled }) => {
      const times = rows.announced.get(`${tenant_id}/${id}`) ?? 0
      const expected = staff.get(tenant_id)!
      // Cancelled before anybody could be told, it is not news any more.
      if (times === expected || (is_cancelled && times === 0)) return []
      return [{ says: `${record} (booking ${id}) was told to ${times} of ${expected}` }]
    })
  },
}

/** How soon an open dashboard looks again where nothing is wrong, milliseconds. */
const PROMPT = 15_000

export const dashboardsHear: Law = {
  name: 'an open dashboard is told to look again after every notification',
  judge(found) {
    const heard = Map.groupBy(linesOf(found.lines, 'heard'), ({ watcher }) => watcher)
    return [...heard].flatMap(([watcher, entries]) => {
      const ids = new Set(entries.flatMap(({ notifications }) => notifications))
      const made = found.rows.notifications.get(entries[0]!.user) ?? []
      return made.flatMap(({ id, at }) => {
        if (ids.has(id) || at < entries[0]!.at) return []
        // Whoever hears of a later one, or connects again, reads them all.
        const next = entries.find((entry) => entry.at >= at)
        const isPrompt = next && (next.at - at <= PROMPT || faultsAround(found, { from: at, to: next.at }).length > 0)
        return isPrompt ? [] : [{ says: `${watcher} was not told of ${id}`, line: (next ?? entries.at(-1)!).line }]
      })
    })
  },
}

export const noWorkLeft: Law = {
  name: 'no job is left, and none has failed for good',
  judge: ({ rows }) => rows.jobs.map(({ queue, state, jobs }) => ({ says: `${jobs} jobs of ${queue} are ${state}` })),
}
