import { dateOf } from '@prenoto/core/time/plain-date.ts'
import { timeOf } from '@prenoto/core/time/plain-time.ts'
import { toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import type { ShopFacts } from '../evidence.ts'
import type { Moment, Of } from '../journal.ts'
import { truths, type Write } from '../records.ts'
import { BEHIND, slotOf } from '../shop.ts'
import { type Case, inWords, type Law } from './law.ts'

/** What a clock that is read in two processes may differ by, milliseconds. */
const CLOCK_SLACK = 50

export const capacityKept: Law = {
  name: 'no calendar has more visits at an instant than it takes',
  judge: ({ rows, histories }) =>
    rows.overbooked.map(({ marker, calendar_id, starts_at, visits }) => {
      const one = rows.bookings.find(
        (row) => row.calendar_id === calendar_id && row.starts_at === Date.parse(starts_at),
      )
      return {
        says: `${marker}, calendar ${calendar_id}: ${visits} visits at ${starts_at}`,
        line: one && histories.get(one.record)?.at(-1)?.line,
      }
    }),
}

export const nothingPast: Law = {
  name: 'nobody is offered, or books, what has begun by the clock of the server',
  judge({ calls, shops, isRepeated }) {
    const notices = new Map(shops.map(({ marker, notice }) => [marker, notice]))
    return calls.flatMap((call) => {
      const now = call.from + call.clock - CLOCK_SLACK
      const offered = call.offer?.first
      if (offered !== undefined && offered < now + (notices.get(call.business) ?? 0))
        return [{ says: `${inWords(call)}: offered ${new Date(offered).toISOString()}`, line: call.line }]
      // A repeated call is told of what was booked before.
      const { booked } = call
      if (booked && booked.start < now + booked.notice && !isRepeated(call))
        return [{ says: `${inWords(call)}: booked ${new Date(booked.start).toISOString()}`, line: call.line }]
      return []
    })
  },
}

export const takenNotOffered: Law = {
  name: 'what is taken is not offered: at once where it was booked, soon elsewhere',
  judge(found) {
    const taken = bySlot(found)
    return found.calls.flatMap((call) =>
      (call.offer?.wanted ?? []).flatMap((slot) => {
        const at = `${call.offer!.service} ${slot}`
        const holder = (taken.get(at) ?? []).find((history) => holds(history, at, call))
        return holder
          ? [{ says: `${inWords(call)}: ${slot} was offered, taken in line ${holder.at(-1)!.line}`, line: call.line }]
          : []
      }),
    )
  },
}

/** The histories of the bookings that were ever asked to be at a slot, where one booking fills it. */
function bySlot({ histories, shops }: Case): Map<string, Write[][]> {
  const single = new Set(
    shops
      .filter(({ capacity }) => capacity === 1)
      .flatMap(({ services }) =>
        services.filter(({ calendars }) => calendars.length === 1).map(({ id }) => String(id)),
      ),
  )
  const taken = new Map<string, Write[][]>()
  for (const [record, history] of histories) {
    if (!record.startsWith('booking ')) continue
    const slots = new Set(history.flatMap(({ value }) => (value === null ? [] : [placeOf(value)])))
    for (const slot of slots)
      if (single.has(slot.split(' ', 1)[0]!)) taken.set(slot, [...(taken.get(slot) ?? []), history])
  }
  return taken
}

const placeOf = (value: string) => {
  const { service, day, hour } = slotOf(value)
  return `${service} ${day} ${hour}`
}

/** Whether a booking certainly was at a slot while somebody read what is free. */
function holds(history: Write[], at: string, { from, to, process }: Of<'call'>) {
  const isOwn = history.every((write) => write.from > to || (write.isDone && write.process === process))
  const known = isOwn ? from : from - BEHIND
  const possible = [...truths(history, known, to)]
  return possible.length > 0 && possible.every((value) => value !== null && placeOf(value) === at)
}

type Interval = { from: Moment; to: Moment }

export const closedIsClosed: Law = {
  name: 'a calendar that is closed takes no booking',
  judge(found) {
    const calendarOf = new Map(
      found.shops.flatMap(({ services }) => services.map(({ id, calendarId }) => [String(id), calendarId])),
    )
    const zones = new Map(found.shops.map((shop) => [shop.marker, shop]))
    const closures = [...found.histories].filter(([record]) => record.startsWith('closure '))
    return found.calls.flatMap((call) => {
      const { change, status } = call
      const shop = zones.get(call.business)
      if (
        !shop ||
        !change?.record.startsWith('booking ') ||
        change.value === null ||
        status === undefined ||
        status >= 300
      )
        return []
      const { service, day, hour } = slotOf(change.value)
      // It may have been asked for before, or have been there: only what is new counts.
      const history = found.histories.get(change.record)!
      const stoodThere = history.some(
        (write) => write.from < call.from && write.value !== null && placeOf(write.value) === placeOf(change.value!),
      )
      if (stoodThere || found.isRepeated(call)) return []
      const start = toEpochMinute(day, hour, shop.timeZone) * 60_000
      const closed = closures.find(([, writes]) =>
        closes(writes, { call, calendar: call.gave?.calendar ?? calendarOf.get(service)!, start, shop }),
      )
      return closed ? [{ says: `${inWords(call)}: ${day} ${hour}, see ${closed[0]}`, line: call.line }] : []
    })
  },
}

type Booking = { call: Of<'call'>; calendar: number; start: Moment; shop: ShopFacts }

function closes(closure: Write[], { call, calendar, start, shop }: Booking) {
  const [value, ...others] = truths(closure, call.from, call.to)
  if (others.length > 0 || !value) return false
  const [id, dayFrom, hourFrom, dayTo, hourTo] = value.split('|') as [string, string, string, string, string]
  const { from, to }: Interval = {
    from: toEpochMinute(dateOf(dayFrom), timeOf(hourFrom), shop.timeZone) * 60_000,
    to: toEpochMinute(dateOf(dayTo), timeOf(hourTo), shop.timeZone) * 60_000,
  }
  return Number(id) === calendar && start >= from && start < to
}

export const copiedServices: Law = {
  name: 'a booking keeps its service as it was when it was made',
  judge({ rows, histories, calls }) {
    const attempts = Map.groupBy(
      calls.filter(({ change }) => change?.how === 'create' && change.record.startsWith('booking ')),
      ({ change }) => change!.record,
    )
    return rows.bookings.flatMap(({ record, copied }) => {
      const [first, ...others] = attempts.get(record) ?? []
      const history = first?.change?.value && histories.get(`service ${slotOf(first.change.value).service}`)
      // Whose answer was lost may have been made at any time since.
      if (!first || !history || others.length > 0 || first.status !== 201) return []
      if (truths(history, first.from, first.to).has(copied)) return []
      return [{ says: `${record} keeps ${copied}`, line: first.line }]
    })
  },
}

export const ownCustomers: Law = {
  name: 'a booking belongs to the customer who is named in it',
  judge: ({ rows }) =>
    rows.bookings
      .filter(({ is_cancelled, customer, visitor }) => !is_cancelled && customer !== visitor)
      .map(({ record, customer, visitor }) => ({ says: `${record} of ${visitor} belongs to ${customer}` })),
}
