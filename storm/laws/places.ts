import { minutesOf } from '@prenoto/core/time/plain-time.ts'
import { UNDO_SECONDS } from '@prenoto/core/undo.ts'
import { isShut } from '../closures.ts'
import type { Hold, Of, Place } from '../journal.ts'
import { truths } from '../records.ts'
import { slotOf } from '../shop.ts'
import { type Case, inWords, type Law } from './law.ts'

export const limitsKept: Law = {
  name: 'no calendar has more visits on a day than its limit',
  judge: ({ rows }) =>
    rows.crowded.map(({ marker, calendar_id, visit_day, visits }) => ({
      says: `${marker}, calendar ${calendar_id}: ${visits} visits on ${visit_day}`,
    })),
}

/** Calls that have put a booking where it was not before, as far as can be told. */
const givings = ({ calls, isRepeated }: Case) =>
  calls.flatMap((call) => (call.gave && call.change && !isRepeated(call) ? [{ call, gave: call.gave }] : []))

export const chosenCalendars: Law = {
  name: 'whoever chooses with whom is given them, and nobody a calendar that the service does not have',
  judge: (found) =>
    givings(found)
      .filter(({ call, gave }) => call.among && !call.among.includes(gave.calendar))
      .map(({ call, gave }) => ({
        says: `${inWords(call)}: calendar ${gave.calendar}, not ${call.among!.join(' or ')}`,
        line: call.line,
      })),
}

export const openWhenBooked: Law = {
  name: 'nobody is booked where the calendar is shut, unless it was opened besides',
  judge(found) {
    const openings = [...found.histories].filter(([record]) => record.startsWith('opening '))
    return givings(found).flatMap(({ call, gave }) => {
      if (!call.change?.value) return []
      const { day, hour } = slotOf(call.change.value)
      const first = minutesOf(hour)
      const length = (gave.to - gave.from) / 60_000
      const isOutside = Array.from({ length }, (_, i) => first + i).some(isShut)
      const mayBeOpen = openings.some(([, writes]) =>
        [...truths(writes, call.from - UNDO_SECONDS * 1000, call.to)].some((value) =>
          value?.startsWith(`${gave.calendar}|${day}|`),
        ),
      )
      // It may have been there since before it was shut.
      const stoodThere = found.histories
        .get(call.change.record)!
        .some(({ from, value }) => from < call.from && value === call.change!.value)
      return isOutside && !mayBeOpen && !stoodThere
        ? [{ says: `${inWords(call)}: ${day} ${hour}, for ${length} minutes`, line: call.line }]
        : []
    })
  },
}

export const heldIsHeld: Law = {
  name: 'a place that is held for somebody, waiting or able to go back, is given to nobody else',
  judge(found) {
    const given = Map.groupBy(givings(found), ({ gave }) => gave.calendar)
    const single = new Set(found.shops.filter(({ capacity }) => capacity === 1).map(({ marker }) => marker))
    return found.calls.flatMap((call) => {
      const { held } = call
      if (!held || !single.has(call.business) || call.status! >= 300) return []
      const until = endOf(found, call, held)
      return (given.get(held.calendar) ?? [])
        .filter(({ call: other }) => !held.records.includes(other.change!.record))
        .filter(({ call: other, gave }) => other.from > call.to && other.to < until && overlap(gave, held))
        .map(({ call: other }) => ({
          says: `${inWords(other)}: ${other.change!.record} got what was held for ${held.records[0]}, see line ${call.line}`,
          line: other.line,
        }))
    })
  },
}

const overlap = (one: Place, other: Place) => one.from < other.to && other.from < one.to

/** Until when a place was certainly held: at once over, if it may have been another one than was thought. */
function endOf({ histories }: Case, call: Of<'call'>, { records, readAt, until }: Hold) {
  const writes = records.flatMap((record) => histories.get(record) ?? [])
  const others = writes.filter(({ line }) => line !== call.line)
  if (others.some(({ from, to }) => from <= call.to && to >= readAt)) return 0
  const next = Math.min(...others.filter(({ from }) => from > call.to).map(({ from }) => from))
  return Math.min(next, until ?? call.from + UNDO_SECONDS * 1000)
}
