import { availableParallelism, loadavg } from 'node:os'
import { linesOf, type Of } from './journal.ts'
import { caseOf, type Finding } from './laws/law.ts'
import { LAWS } from './laws/laws.ts'
import { memoryByMinute, recoveriesOf } from './laws/processes.ts'
import type { Weathered } from './storm.ts'

/** How many kinds of findings of each law are told; all of them are counted. */
const TOLD = 8

export type Table = { heads: string[]; rows: (string | number)[][] }

/** A table as text, its columns aligned. */
export function inColumns({ heads, rows }: Table): string {
  const cells = [heads, ...rows.map((row) => row.map(String))]
  const widths = heads.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)))
  const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  return [line(heads), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...cells.slice(1).map(line)].join(
    '\n',
  )
}

const seconds = (milliseconds: number) =>
  Number.isFinite(milliseconds) ? `${(milliseconds / 1000).toFixed(1)} s` : 'never'

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** What happened, what was broken, and how everybody fared. */
export function report({ evidence, late, leftOut, drained }: Weathered, findings: Finding[]): string {
  const found = caseOf(evidence)
  return [
    inColumns(operations(found.calls)),
    [
      `${late} steps came too late to begin, ${leftOut} faults were left out.`,
      mailLine(evidence),
      `Jobs were done ${seconds(drained)} after the load.`,
      `Load of this machine's ${availableParallelism()} cores: ${loadavg()[1]!.toFixed(1)}.`,
    ].join(' '),
    inColumns(faultsTable(found)),
    inColumns(memory(evidence)),
    inColumns(complaints(evidence)),
    inColumns(laws(findings)),
    ...(findings.length > 0 ? [told(findings)] : []),
  ].join('\n\n')
}

function operations(calls: Of<'call'>[]): Table {
  const kinds = [...Map.groupBy(calls, ({ what }) => what)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    heads: ['operation', 'calls', 'done', 'refused', '503', 'lost', 'p50 ms', 'p99 ms', 'longest'],
    rows: kinds.map(([what, own]) => {
      const count = (test: (call: Of<'call'>) => boolean) => own.filter(test).length
      const waits = own.map(({ from, to }) => to - from)
      return [
        what,
        own.length,
        count(({ status = 999 }) => status < 400),
        count(({ status = 0 }) => status >= 400 && status < 500),
        count(({ status }) => status === 503),
        count(({ lost }) => lost !== undefined),
        percentile(waits, 0.5),
        percentile(waits, 0.99),
        seconds(Math.max(...waits)),
      ]
    }),
  }
}

function mailLine({ lines }: Weathered['evidence']) {
  const mails = linesOf(lines, 'mail')
  return `${mails.length} e-mails arrived, ${mails.length - new Set(mails.map(({ messageId }) => messageId)).size} of them again.`
}

function faultsTable(found: ReturnType<typeof caseOf>): Table {
  const recoveries = Map.groupBy(recoveriesOf(found), ({ fault }) => fault.what)
  const kinds = [...Map.groupBy(found.faults, ({ what }) => what)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    heads: ['fault', 'times', 'longest', 'bookings went on after, median', 'at most'],
    rows: kinds.map(([what, faults]) => {
      const waits = (recoveries.get(what) ?? []).map(({ milliseconds }) => milliseconds)
      const longest = Math.max(...faults.map(({ from, to }) => to - from))
      const recovered = waits.length > 0 ? [seconds(percentile(waits, 0.5)), seconds(Math.max(...waits))] : ['', '']
      return [what, faults.length, seconds(longest), ...recovered]
    }),
  }
}

function memory(evidence: Weathered['evidence']): Table {
  const lives = Map.groupBy(memoryByMinute(evidence), ({ process, pid }) => `${process}, process ${pid}`)
  return {
    heads: ['resident memory', 'MB, minute by minute'],
    rows: [...lives].map(([life, minutes]) => [
      life,
      minutes.map(({ resident }) => Math.round(resident / 1e6)).join(' '),
    ]),
  }
}

/** How many kinds of what processes logged are told, those of which there are most first. */
const LOGGED = 12

/** What processes logged as warnings and errors. */
function complaints({ lines }: Weathered['evidence']): Table {
  const said = linesOf(lines, 'said').flatMap(({ text }) => text.split('\n').filter((line) => line.startsWith('{')))
  // Who is killed may have been in the middle of a line.
  const whole = said.filter((line) => line.endsWith('}'))
  const kinds = Map.groupBy(whole, (line) => {
    const { msg, err } = JSON.parse(line)
    return [msg, err?.message ?? ''].join(': ').replaceAll(/\d+/g, '#').slice(0, 110)
  })
  const most = [...kinds].sort(([, a], [, b]) => b.length - a.length).slice(0, LOGGED)
  return { heads: ['logged', 'times'], rows: most.map(([kind, own]) => [kind, own.length]) }
}

function laws(findings: Finding[]): Table {
  const counts = Map.groupBy(findings, ({ law }) => law)
  return { heads: ['law', 'broken'], rows: LAWS.map(({ name }) => [name, counts.get(name)?.length ?? 0]) }
}

const told = (findings: Finding[]) =>
  [...Map.groupBy(findings, ({ law }) => law)]
    .map(([law, own]) => [`Broken ${own.length} times: ${law}`, ...examples(own)].join('\n'))
    .join('\n')

/** One finding of each kind, as far as their words tell them apart, those of which there are most first. */
function examples(findings: Finding[]): string[] {
  const kinds = Map.groupBy(findings, ({ says }) => says.replaceAll(/\(.*?\)|\d+/g, ''))
  return [...kinds.values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, TOLD)
    .map(([{ says, line } = { says: '' }, ...others]) => {
      const more = others.length > 0 ? ` (and ${others.length} alike)` : ''
      return `  ${line === undefined ? '' : `line ${line}: `}${says}${more}`
    })
}
