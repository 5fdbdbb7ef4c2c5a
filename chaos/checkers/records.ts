import type { Of } from '../event-log.ts'
import { possibleValues } from '../histories.ts'
import { type Checker, describe } from './checker.ts'

const END = Number.POSITIVE_INFINITY

const formatValue = (value: string | null) => value ?? 'missing'

const acknowledgedWritesLast: Checker = {
  invariant: 'the last acknowledged write of each record is in the database',
  check({ rows, histories }) {
    const values = new Map([...rows.values, ...rows.bookings.map(({ record, value }) => [record, value] as const)])
    const records = new Set([...histories.keys(), ...rows.bookings.map(({ record }) => record)])
    return [...records].flatMap((record) => {
      const history = histories.get(record) ?? []
      const value = values.get(record) ?? null
      const expected = possibleValues(history, END, END)
      if (expected.has(value)) return []
      const line = history.findLast(({ isAcknowledged }) => isAcknowledged)?.line
      return [
        {
          message: `${record} is ${formatValue(value)}, expected ${[...expected].map(formatValue).join(' or ')}`,
          line,
        },
      ]
    })
  },
}

const readsAreConsistent: Checker = {
  invariant: 'every answer shows a value that the record may have had',
  check: ({ calls, histories, isRepeated }) =>
    calls.flatMap((call) =>
      (call.observations ?? []).flatMap(({ record, value, staleness = 0 }) => {
        // A repeated creation is answered with the booking as it was created.
        if (call.booked && call.changes?.[0]?.record === record && isRepeated(call)) return []
        const history = histories.get(record)
        const possible = history ? possibleValues(history, call.from - staleness, call.to) : new Set([null])
        if (possible.has(value)) return []
        const expected = [...possible].map(formatValue).join(' or ')
        return [
          { message: `${describe(call)}: ${record} is ${formatValue(value)}, expected ${expected}`, line: call.line },
        ]
      }),
    ),
}

const creationsAreIdempotent: Checker = {
  invariant: 'an idempotency key creates one booking and has one answer',
  check({ calls, rows }) {
    const first = new Map<string, Of<'call'>>()
    const differing = calls.flatMap((call) => {
      const record = call.changes?.[0]?.record
      if (!call.booked || record === undefined) return []
      const earlier = first.get(record)
      if (!earlier) first.set(record, call)
      const isSame = !earlier || earlier.booked!.hiddenId === call.booked.hiddenId
      return isSame ? [] : [{ message: `${record} was created twice, see line ${earlier.line}`, line: call.line }]
    })
    const duplicates = [...Map.groupBy(rows.bookings, ({ record }) => record)].filter(([, copies]) => copies.length > 1)
    return [
      ...differing,
      ...duplicates.map(([record, copies]) => ({
        message: `${record} is in the database ${copies.length} times`,
        line: first.get(record)?.line,
      })),
    ]
  },
}

export const recordCheckers = [acknowledgedWritesLast, readsAreConsistent, creationsAreIdempotent]
