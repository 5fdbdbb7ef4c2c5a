import { filterLines, type Of, type Timestamp } from '../event-log.ts'
import { buildHistories, type Histories } from '../histories.ts'
import type { RunData } from '../run-data.ts'

/** A broken invariant, with the line of the event log that shows it. */
export type Violation = { invariant: string; message: string; line?: number | undefined }

/** The data of a run, indexed for the checkers. */
export type Run = RunData & {
  calls: Of<'call'>[]
  faults: Of<'fault'>[]
  histories: Histories
  /** When the last answer came. */
  end: Timestamp
  /** Whether an earlier call requested the same change. */
  isRepeated(call: Of<'call'>): boolean
}

export type Checker = { invariant: string; check(run: Run): Omit<Violation, 'invariant'>[] }

export function indexed(runData: RunData): Run {
  const calls = filterLines(runData.lines, 'call')
  const changeKey = ({ changes: [change] = [] }: Of<'call'>) => change && `${change.record} ${change.value}`
  const firstLines = new Map(calls.toReversed().map((call) => [changeKey(call), call.line]))
  return {
    ...runData,
    calls,
    faults: filterLines(runData.lines, 'fault'),
    histories: buildHistories(runData.lines),
    end: calls.reduce((latest, { to }) => Math.max(latest, to), 0),
    isRepeated: (call) => firstLines.get(changeKey(call)) !== call.line,
  }
}

/** How long after a fault its consequences are tolerated, milliseconds. */
export const GRACE = 5_000

type Span = { from: Timestamp; to: Timestamp }

/** The faults that overlap a span or ended shortly before it. */
export const faultsAround = ({ faults }: Pick<Run, 'faults'>, { from, to }: Span, grace = GRACE) =>
  faults.filter((fault) => fault.from <= to && fault.to + grace >= from)

/** 'visitor 3 (Ambra, server 1): book → 409' */
export const describe = ({ actor, business, process, operation, status, lost }: Of<'call'>) =>
  `${actor} (${business}, ${process}): ${operation} → ${status ?? lost}`
