import type { Of } from '../journal.ts'
import { changesOf, isForGood, truths } from '../records.ts'
import { type Case, inWords, type Law } from './law.ts'

const END = Number.POSITIVE_INFINITY

const named = (value: string | null | undefined) => value ?? 'not there'

/** What the database has of every record that the journal or the database speaks of. */
function finalValues({ rows, histories }: Case): Map<string, string | null> {
  const values = new Map<string, string | null>([...histories.keys()].map((record) => [record, null]))
  for (const [record, value] of rows.values) values.set(record, value)
  for (const { record, value } of rows.bookings) values.set(record, value)
  return values
}

export const lastingRecords: Law = {
  name: 'what was acknowledged is there, as it was acknowledged last',
  judge(found) {
    const values = finalValues(found)
    return [...found.histories].flatMap(([record, history]) => {
      const value = values.get(record) ?? null
      const expected = truths(history, END, END)
      if (expected.has(value)) return []
      const line = history.findLast(({ isDone }) => isDone)?.line
      return [{ says: `${record} is ${named(value)}, told was ${[...expected].map(named).join(' or ')}`, line }]
    })
  },
}

export const truthfulAnswers: Law = {
  name: 'nobody is told of a record what was not so',
  judge: ({ calls, histories, isRepeated }) =>
    calls.flatMap((call) =>
      (call.sights ?? []).flatMap(({ record, value, behind = 0 }) => {
        // A repeated call is told of what was booked before, however that has ended.
        if (call.booked && call.change?.record === record && isRepeated(call)) return []
        const history = histories.get(record)
        const possible = history ? truths(history, call.from - behind, call.to) : new Set([null])
        if (possible.has(value)) return []
        const told = [...possible].map(named).join(' or ')
        return [{ says: `${inWords(call)}: ${record} is ${named(value)}, but was ${told}`, line: call.line }]
      }),
    ),
}

export const goneForGood: Law = {
  name: 'what was cancelled is not changed any more',
  judge: ({ histories }) =>
    [...histories].flatMap(([record, history]) => {
      const removal = history.find((write) => isForGood(write, history))
      if (!removal) return []
      return history
        .filter(({ how, isDone, from }) => how === 'update' && isDone && from > removal.to)
        .map(({ line }) => ({ says: `${record} was changed after its cancellation in line ${removal.line}`, line }))
    }),
}

export const oneBookingForAKey: Law = {
  name: 'one key makes one booking and has one answer',
  judge({ calls, rows }) {
    const first = new Map<string, Of<'call'>>()
    const differing = calls.flatMap((call) => {
      if (!call.booked || !call.change) return []
      const earlier = first.get(call.change.record)
      if (!earlier) first.set(call.change.record, call)
      const isSame =
        !earlier || (earlier.booked!.id === call.booked.id && earlier.booked!.hiddenId === call.booked.hiddenId)
      return isSame ? [] : [{ says: `${call.change.record} was made twice, see line ${earlier.line}`, line: call.line }]
    })
    const counts = Map.groupBy(rows.bookings, ({ record }) => record)
    const doubled = [...counts].filter(([, made]) => made.length > 1)
    return [
      ...differing,
      ...doubled.map(([record, made]) => ({
        says: `${record} stands in the database ${made.length} times`,
        line: first.get(record)?.line,
      })),
    ]
  },
}

export const nothingUnasked: Law = {
  name: 'nothing is there that nobody asked for',
  judge({ rows, histories, calls }) {
    const asked = new Map<string, number>()
    for (const call of calls) for (const { record } of changesOf(call)) asked.set(record, (asked.get(record) ?? 0) + 1)
    const unknown = rows.bookings.filter(({ record }) => !histories.get(record)?.length)
    const repeated = [...rows.contacts].filter(([record, times]) => times > (asked.get(record) ?? 0))
    return [
      ...unknown.map(({ record, id }) => ({ says: `${record} (booking ${id}) was refused to all who asked for it` })),
      ...repeated.map(([record, times]) => ({ says: `${record} is there ${times} times` })),
    ]
  },
}
