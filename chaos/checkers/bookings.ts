import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import { parseVisit, STALENESS } from '../business.ts'
import type { Of } from '../event-log.ts'
import { possibleValues, type Write } from '../histories.ts'
import { type Checker, describe, type Run } from './checker.ts'

/** How much two readings of the clock in different processes may differ, milliseconds. */
const CLOCK_TOLERANCE = 50

const limitsAreKept: Checker = {
  invariant: 'no calendar has more simultaneous visits than its capacity, or more in a day than its limit',
  check: ({ rows }) =>
    rows.overbooked.map(({ marker, calendar, at, visits }) => ({
      message: `${marker}, calendar ${calendar}: ${visits} visits at ${at}`,
    })),
}

const noticeIsKept: Checker = {
  invariant: 'no slot within the booking notice is offered or booked',
  check({ calls, businesses, isRepeated }) {
    const notices = new Map(businesses.map(({ marker, notice }) => [marker, notice]))
    return calls.flatMap((call) => {
      const now = call.from + call.clockOffset - CLOCK_TOLERANCE
      const { offer, booked, line } = call
      if (offer?.first !== undefined && offer.first < now + (notices.get(call.business) ?? 0))
        return [{ message: `${describe(call)}: offered ${new Date(offer.first).toISOString()}`, line }]
      if (booked && booked.start < now + booked.notice && !isRepeated(call))
        return [{ message: `${describe(call)}: booked ${new Date(booked.start).toISOString()}`, line }]
      return []
    })
  },
}

const takenSlotsAreNotOffered: Checker = {
  invariant: 'a taken slot is not offered: at once by the process that booked it, soon by others',
  check(run) {
    const bookings = bySlot(run)
    return run.calls.flatMap((call) =>
      (call.offer?.requested ?? []).flatMap((slot) => {
        const key = `${call.offer!.service} ${slot}`
        const taken = (bookings.get(key) ?? []).find((history) => certainlyTakes(history, key, call))
        if (!taken) return []
        return [{ message: `${describe(call)}: ${slot} is taken, see line ${taken.at(-1)!.line}`, line: call.line }]
      }),
    )
  },
}

const slotKey = (value: string) => {
  const { service, day, hour } = parseVisit(value)
  return `${service} ${day} ${hour}`
}

/** The histories of the bookings that may have taken each slot; only services where one booking takes the slot. */
function bySlot({ histories, businesses }: Run): Map<string, Write[][]> {
  const single = businesses
    .filter(({ capacity }) => capacity === 1)
    .flatMap(({ services }) => services.filter(({ calendars }) => calendars.length === 1))
  const ids = new Set(single.map(({ id }) => String(id)))
  const writesBySlot = new Map<string, Write[][]>()
  for (const [record, history] of histories) {
    if (!record.startsWith('booking ')) continue
    const slots = new Set(history.flatMap(({ value }) => (value === null ? [] : [slotKey(value)])))
    for (const slot of slots)
      if (ids.has(slot.split(' ', 1)[0]!)) writesBySlot.set(slot, [...(writesBySlot.get(slot) ?? []), history])
  }
  return writesBySlot
}

/** Whether a booking took a slot during the whole call, also for a cache that may lag behind. */
function certainlyTakes(history: Write[], key: string, { from, to, process }: Of<'call'>) {
  const isOwn = history.every((write) => write.from > to || (write.isAcknowledged && write.process === process))
  const possible = [...possibleValues(history, isOwn ? from : from - STALENESS, to)]
  return possible.length > 0 && possible.every((value) => value !== null && slotKey(value) === key)
}

const closedCalendarsTakeNoBooking: Checker = {
  invariant: 'a closed calendar takes no booking',
  check(run) {
    const zones = new Map(run.businesses.map(({ marker, timeZone }) => [marker, timeZone]))
    const closures = [...run.histories].filter(([record]) => record.startsWith('closure '))
    return newPositions(run).flatMap(({ call, position }) => {
      const closed = closures.find(([, history]) => {
        const [value, ...others] = possibleValues(history, call.from, call.to)
        if (!value || others.length > 0) return false
        const [calendar, dayFrom, hourFrom, dayTo, hourTo] = value.split('|') as [string, ...string[]]
        const instant = (day = '', hour = '') =>
          toEpochMinute(parsePlainDate(day), parsePlainTime(`${hour}:00`), zones.get(call.business)!) * 60_000
        const isWithin = position.from >= instant(dayFrom, hourFrom) && position.from < instant(dayTo, hourTo)
        return Number(calendar) === position.calendar && isWithin
      })
      return closed ? [{ message: `${describe(call)}: within ${closed[0]}`, line: call.line }] : []
    })
  },
}

/** Calls that have created a booking at a position, or rescheduled it to one. */
const newPositions = ({ calls, histories, isRepeated }: Run) =>
  calls.flatMap((call) => {
    const { position, changes: [change] = [] } = call
    if (!position || !change || isRepeated(call)) return []
    const wasThere = histories
      .get(change.record)!
      .some(({ from, value }) => from < call.from && value !== null && slotKey(value) === slotKey(change.value!))
    return wasThere ? [] : [{ call, position, record: change.record }]
  })

const holdsAreKept: Checker = {
  invariant: 'a slot that is held for a waiting visitor is booked by no other visitor',
  check(run) {
    const positions = Map.groupBy(newPositions(run), ({ position }) => position.calendar)
    const single = new Set(run.businesses.filter(({ capacity }) => capacity === 1).map(({ marker }) => marker))
    return run.calls.flatMap((call) => {
      const { hold } = call
      if (!hold || !single.has(call.business)) return []
      const until = endOfHold(run, call)
      return (positions.get(hold.calendar) ?? [])
        .filter(({ record }) => !hold.records.includes(record))
        .filter(({ call: other }) => other.from > call.to && other.to < until)
        .filter(({ position }) => position.from < hold.to && hold.from < position.to)
        .map(({ call: other, record }) => ({
          message: `${describe(other)}: ${record} took the slot of ${hold.records[0]}, see line ${call.line}`,
          line: other.line,
        }))
    })
  },
}

/** Until when the slot is certainly held: the first change by its owner ends the hold; 0 if that overlaps the read. */
function endOfHold({ histories }: Run, { hold, line, to }: Of<'call'>) {
  const { records, readAt, until } = hold!
  const writes = records.flatMap((record) => histories.get(record) ?? []).filter((write) => write.line !== line)
  if (writes.some((write) => write.from <= to && write.to >= readAt)) return 0
  return Math.min(until, ...writes.filter((write) => write.from > to).map(({ from }) => from))
}

export const bookingCheckers = [
  limitsAreKept,
  noticeIsKept,
  takenSlotsAreNotOffered,
  closedCalendarsTakeNoBooking,
  holdsAreKept,
]
