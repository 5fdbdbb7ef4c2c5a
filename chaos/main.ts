import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { percentile } from '@prenoto/test-support/formats/statistics.ts'
import { formatTable } from '@prenoto/test-support/formats/table.ts'
import { selectLines } from './event-log.ts'
import { checkInvariants, measureRecoveries } from './invariants.ts'
import { playScenario, type Result } from './scenario.ts'

/** How many violations of each invariant are printed. */
const EXAMPLES = 8

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  },
})
const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
if (!(minutes > 0 && Number.isSafeInteger(seed))) throw new Error('--minutes is above 0, --seed a whole number.')

const print = (text: string) => process.stdout.write(`${text}\n\n`)

function printActivity({ run, drained }: Result) {
  const operations = Map.groupBy(selectLines(run.lines, 'call'), ({ operation }) => operation)
  const rows = [...operations].map(([operation, calls]) => {
    const count = (test: (call: (typeof calls)[number]) => boolean) => calls.filter(test).length
    const waits = calls.map(({ from, to }) => to - from)
    return [
      operation,
      calls.length,
      count(({ status = 999 }) => status < 400),
      count(({ status = 0 }) => status >= 400 && status < 500),
      count(({ status }) => status === 503),
      count(({ lost }) => lost !== undefined),
      percentile(waits, 0.5),
      percentile(waits, 0.99),
    ]
  })
  print(formatTable(['operation', 'calls', 'succeeded', 'refused', '503', 'lost', 'p50 ms', 'p99 ms'], rows))
  const mails = selectLines(run.lines, 'mail')
  const copies = mails.length - new Set(mails.map(({ messageId }) => messageId)).size
  const reminders = mails.filter(({ subject }) => subject.startsWith('Promemoria')).length
  const load = `Load average ${loadavg()[1]!.toFixed(1)} on ${availableParallelism()} cores`
  print(
    `${mails.length} e-mails, ${copies} of them copies, ${reminders} reminders. Remaining jobs took ${drained} ms. ${load}.`,
  )
  const recoveries = Map.groupBy(measureRecoveries(run), ({ fault }) => fault.what)
  const faults = Map.groupBy(selectLines(run.lines, 'fault'), ({ what }) => what)
  const longest = (what: string) => Math.max(...(recoveries.get(what) ?? []).map(({ milliseconds }) => milliseconds))
  print(
    formatTable(
      ['fault', 'times', 'longest ms until a booking succeeded'],
      [...faults].map(([what, { length }]) => [what, length, recoveries.has(what) ? longest(what) : '']),
    ),
  )
}

/** Resolves to whether no invariant was violated. Needs a build and Linux. */
async function runChaos() {
  print(`Seed ${seed}, ${minutes} min`)
  const result = await playScenario(seed, minutes)
  printActivity(result)
  const results = checkInvariants(result.run)
  print(
    formatTable(
      ['invariant', 'violations'],
      results.map(([invariant, found]) => [invariant, found.length]),
    ),
  )
  const broken = results.filter(([, found]) => found.length > 0)
  for (const [invariant, found] of broken) {
    const examples = found.slice(0, EXAMPLES).map(({ message, line }) => `  line ${line ?? '-'}: ${message}`)
    print([`Violations of "${invariant}":`, ...examples].join('\n'))
  }
  if (broken.length === 0) await result.discard()
  else print(`Event log: ${result.eventLog.path}`)
  return broken.length === 0
}

// Connections to processes that have ended may still be open.
process.exit((await runChaos()) ? 0 : 1)
