import { type Change, filterLines, type Line, type Of, type Timestamp } from './event-log.ts'

/**
 * Each record (a booking, a closure, a service) is treated as a register: the event log yields its concurrent writes, and
 * from these follows which values a read may return. This is linearizability of single registers.
 */

export type Write = Pick<Change, 'how' | 'value'> & {
  line: number
  from: Timestamp
  /** When the write was acknowledged; for an unanswered one, until when it may still take effect. */
  to: Timestamp
  isAcknowledged: boolean
  process: string
}

/** How long a write without an answer may still take effect, milliseconds. */
const LINGER = 60_000

/** A lost answer and a 5xx leave the outcome unknown. */
export function getOutcome({ status, lost }: Pick<Of<'call'>, 'status' | 'lost'>): 'done' | 'refused' | 'unknown' {
  if (lost === 'refused') return 'refused'
  if (status === undefined || status >= 500) return 'unknown'
  return status < 400 ? 'done' : 'refused'
}

export type Histories = Map<string, Write[]>

/** The writes of each record that took effect or may have taken effect. */
export function buildHistories(lines: Line[]): Histories {
  const histories: Histories = new Map()
  for (const call of filterLines(lines, 'call')) {
    const outcome = getOutcome(call)
    if (outcome === 'refused') continue
    for (const { record, how, value, mayHaveNoEffect } of call.changes ?? []) {
      const history = histories.get(record) ?? []
      histories.set(record, history)
      const { line, from, to, process } = call
      const isAcknowledged = outcome === 'done' && !mayHaveNoEffect
      addWrite(history, { line, how, value, from, to: isAcknowledged ? to : from + LINGER, isAcknowledged, process })
    }
  }
  return histories
}

/** Adds a write; a creation that is repeated with its idempotency key happens once. */
function addWrite(history: Write[], write: Write) {
  const first = write.how === 'create' ? history.find(({ how }) => how === 'create') : undefined
  if (!first) history.push(write)
  else if (first.isAcknowledged === write.isAcknowledged)
    first.to = first.isAcknowledged ? Math.min(first.to, write.to) : write.to
  // The acknowledging process knows the record; the one that was called first may lag behind.
  else if (write.isAcknowledged)
    Object.assign(first, { line: write.line, to: write.to, process: write.process, isAcknowledged: true })
}

/**
 * The values that a read between two moments may return. Any of several overlapping writes may be the last one, an
 * unanswered write may or may not count, and a deleted record returns only by being restored.
 */
export function possibleValues(history: Write[], from: Timestamp, to: Timestamp): Set<string | null> {
  const begun = history.filter((write) => write.from <= to)
  const isSettled = (write: Write) => write.isAcknowledged && write.to < from
  if (begun.some((write) => isSettled(write) && isFinalDeletion(write, begun))) return new Set([null])

  const restored = begun.filter((write) => write.how === 'restore' && isSettled(write))
  const effective = begun.filter(
    (write) => write.how !== 'restore' && !(write.how === 'delete' && restored.some(({ from }) => from > write.to)),
  )
  const settled = effective.filter((write) => write.how !== 'delete' && isSettled(write))
  const last = effective.filter((write) => !settled.some((later) => later.from > write.to))
  const values = last.map(({ value }) => value)
  return new Set(settled.length > 0 ? values : [null, ...values])
}

/** Whether a write is an acknowledged deletion that no later restoration can have undone. */
const isFinalDeletion = (write: Write, history: Write[]) =>
  write.how === 'delete' &&
  write.isAcknowledged &&
  !history.some(({ how, to }) => how === 'restore' && to >= write.from)
