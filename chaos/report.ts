import { availableParallelism, loadavg } from 'node:os'
import { percentile } from '@prenoto/test-support/formats/statistics.ts'
import { formatTable } from '@prenoto/test-support/formats/table.ts'
import { indexed, type Run, type Violation } from './checkers/checker.ts'
import { CHECKERS } from './checkers/checkers.ts'
import { findRecoveries } from './checkers/processes.ts'
import { filterLines } from './event-log.ts'
import type { Result } from './run.ts'

/** How many violations of each invariant are printed. */
const EXAMPLES = 8

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

export function formatReport({ runData, skipped, drained }: Result, violations: Violation[]): string {
  const run = indexed(runData)
  const mails = filterLines(run.lines, 'mail')
  const copies = mails.length - new Set(mails.map(({ messageId }) => messageId)).size
  return [
    operationsTable(run),
    `${skipped} operations skipped. ${mails.length} e-mails received, ${copies} of them copies. Remaining jobs took ` +
      `${seconds(drained)}. Load average ${loadavg()[1]!.toFixed(1)} on ${availableParallelism()} cores.`,
    faultsTable(run),
    invariantsTable(violations),
    ...formatExamples(violations),
  ].join('\n\n')
}

function operationsTable({ calls }: Run) {
  const kinds = [...Map.groupBy(calls, ({ operation }) => operation)].sort(([a], [b]) => (a < b ? -1 : 1))
  const rows = kinds.map(([operation, operationCalls]) => {
    const count = (test: (call: (typeof operationCalls)[number]) => boolean) => operationCalls.filter(test).length
    const waits = operationCalls.map(({ from, to }) => to - from)
    return [
      operation,
      operationCalls.length,
      count(({ status = 999 }) => status < 400),
      count(({ status = 0 }) => status >= 400 && status < 500),
      count(({ status }) => status === 503),
      count(({ lost }) => lost !== undefined),
      percentile(waits, 0.5),
      percentile(waits, 0.99),
    ]
  })
  return formatTable(['operation', 'calls', 'succeeded', 'refused', '503', 'lost', 'p50 ms', 'p99 ms'], rows)
}

function faultsTable(run: Run) {
  const recoveries = Map.groupBy(findRecoveries(run), ({ fault }) => fault.what)
  const kinds = [...Map.groupBy(run.faults, ({ what }) => what)].sort(([a], [b]) => (a < b ? -1 : 1))
  const rows = kinds.map(([what, faults]) => {
    const waits = (recoveries.get(what) ?? []).map(({ milliseconds }) => milliseconds)
    return [what, faults.length, waits.length > 0 ? seconds(Math.max(...waits)) : '']
  })
  return formatTable(['fault', 'times', 'longest time until a booking succeeded'], rows)
}

function invariantsTable(violations: Violation[]) {
  const counts = Map.groupBy(violations, ({ invariant }) => invariant)
  return formatTable(
    ['invariant', 'violations'],
    CHECKERS.map(({ invariant }) => [invariant, counts.get(invariant)?.length ?? 0]),
  )
}

const formatExamples = (violations: Violation[]) =>
  [...Map.groupBy(violations, ({ invariant }) => invariant)].map(([invariant, invariantViolations]) => {
    const examples = invariantViolations
      .slice(0, EXAMPLES)
      .map(({ message, line }) => `  line ${line ?? '-'}: ${message}`)
    return [`Violations of "${invariant}":`, ...examples].join('\n')
  })
