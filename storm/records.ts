import { type Change, type Line, linesOf, type Moment, type Of } from './journal.ts'

/** An attempt to change a record, and whether it came to pass as far as its caller was told. */
export type Write = Pick<Change, 'how' | 'value'> & {
  line: number
  from: Moment
  /** When it had come to pass, if it has; never, as far as was told, for one whose answer was lost. */
  to: Moment
  isDone: boolean
  process: string
}

/** How long a call whose answer was lost may still take effect, milliseconds. */
const LINGERS = 60_000

/** What became of what a call asked for: a lost answer, and one of the server's own failures, leave it open. */
export function outcomeOf({ status, lost }: Pick<Of<'call'>, 'status' | 'lost'>): 'done' | 'refused' | 'open' {
  if (lost === 'refused') return 'refused'
  if (status === undefined || status >= 500) return 'open'
  return status < 400 ? 'done' : 'refused'
}

export type Histories = Map<string, Write[]>

/** The attempts to change each record that have, or may have, come to pass. */
export function historiesOf(lines: Line[]): Histories {
  const histories: Histories = new Map()
  for (const call of linesOf(lines, 'call')) {
    const outcome = outcomeOf(call)
    for (const change of changesOf(call)) {
      const history = histories.get(change.record) ?? []
      histories.set(change.record, history)
      const isDone = outcome === 'done' && !change.isPossible
      if (outcome !== 'refused') add(history, writeOf(call, change, isDone))
    }
  }
  return histories
}

/** What a call asks for, without what its answer says did not come to pass. */
export function changesOf({ change, also = [], changed }: Pick<Of<'call'>, 'change' | 'also' | 'changed'>): Change[] {
  const others = changed ? also.filter(({ record }) => changed.includes(record)) : also
  return change ? [change, ...others] : others
}

function writeOf({ line, from, to, process }: Of<'call'>, { how, value }: Change, isDone: boolean): Write {
  return { line, how, value, from, to: isDone ? to : from + LINGERS, isDone, process }
}

/** However often a creation is repeated under its key, it happens once. */
function add(history: Write[], write: Write) {
  const first = write.how === 'create' ? history.find(({ how }) => how === 'create') : undefined
  if (!first) history.push(write)
  else if (first.isDone === write.isDone) first.to = first.isDone ? Math.min(first.to, write.to) : write.to
  // Where it came to pass is where that was said: another process, which was asked first, may still be behind.
  else if (write.isDone) Object.assign(first, { line: write.line, to: write.to, process: write.process, isDone: true })
}

/**
 * What may truthfully be said of a record between two moments, given what was answered about it. Of writes that overlap
 * either may be the last; an unanswered one may count or not; what is gone comes back only as it was, by being restored.
 */
export function truths(history: Write[], from: Moment, to: Moment): Set<string | null> {
  const begun = history.filter((write) => write.from <= to)
  const isSettled = (write: Write) => write.isDone && write.to < from
  if (begun.some((write) => isSettled(write) && isForGood(write, begun))) return new Set([null])

  const restored = begun.filter((write) => write.how === 'restore' && isSettled(write))
  const standing = begun.filter(
    (write) => write.how !== 'restore' && !(write.how === 'delete' && restored.some(({ from }) => from > write.to)),
  )
  const settled = standing.filter((write) => write.how !== 'delete' && isSettled(write))
  const last = standing.filter((write) => !settled.some((later) => later.from > write.to))
  const values = last.map(({ value }) => value)
  return new Set(settled.length > 0 ? values : [null, ...values])
}

/** Whether this is a removal that nothing may have undone since. */
export const isForGood = (write: Write, history: Write[]) =>
  write.how === 'delete' && write.isDone && !history.some(({ how, to }) => how === 'restore' && to >= write.from)
