import type { Evidence } from '../evidence.ts'
import { linesOf, type Moment, type Of } from '../journal.ts'
import { type Histories, historiesOf } from '../records.ts'

/** What is broken, and the line of the journal that shows it. */
export type Finding = { law: string; says: string; line?: number }

/** The evidence, sorted for those who judge it. */
export type Case = Evidence & {
  calls: Of<'call'>[]
  faults: Of<'fault'>[]
  histories: Histories
  /** When the last answer came. */
  end: Moment
  /** Whether the same change was asked for before. */
  isRepeated(call: Of<'call'>): boolean
}

/** A sentence that must hold, and what contradicts it. */
export type Law = { name: string; judge(found: Case): Omit<Finding, 'law'>[] }

export function caseOf(evidence: Evidence): Case {
  const calls = linesOf(evidence.lines, 'call')
  const wish = ({ change }: Of<'call'>) => change && `${change.record} ${change.value}`
  const firstAsked = new Map(calls.toReversed().map((call) => [wish(call), call.line]))
  return {
    ...evidence,
    calls,
    faults: linesOf(evidence.lines, 'fault'),
    histories: historiesOf(evidence.lines),
    end: calls.reduce((latest, { to }) => Math.max(latest, to), 0),
    isRepeated: (call) => firstAsked.get(wish(call)) !== call.line,
  }
}

/** How long after a fault its consequences may show, milliseconds. */
export const GRACE = 5_000

type Span = { from: Moment; to: Moment }

/** The faults whose time, and the moment of grace after it, touches a span. */
export const faultsAround = ({ faults }: Case, { from, to }: Span, grace = GRACE) =>
  faults.filter((fault) => fault.from <= to && fault.to + grace >= from)

/** 'visitor 3 (Ambra, server 1): book → 409' */
export const inWords = ({ actor, business, process, what, status, lost }: Of<'call'>) =>
  `${actor} (${business}, ${process}): ${what} → ${status ?? lost}`
