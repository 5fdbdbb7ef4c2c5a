import { availableParallelism } from 'node:os'
import { formatRows, type Row } from '@prenoto/test-support/formats/table.ts'
import { Argument, Command, InvalidArgumentError } from 'commander'
import { benchAvailability } from './availability.ts'
import { benchBookings } from './bookings.ts'
import { benchHeavyActs } from './heavy-acts.ts'
import { benchJobs } from './jobs.ts'
import { benchPages } from './pages.ts'
import { benchMemory, benchStart } from './process.ts'
import { benchFirstReads, benchReads } from './reads.ts'
import { benchRush } from './rush.ts'
import { benchScale } from './scale.ts'
import type { SectionResources } from './system.ts'

type BenchOptions = { businesses: number; minutes: number }

const SECTIONS: Record<string, (parts: SectionResources, options: BenchOptions) => Promise<Row[]>> = {
  reads: benchReads,
  'first-reads': benchFirstReads,
  bookings: benchBookings,
  jobs: benchJobs,
  availability: benchAvailability,
  scale: benchScale,
  rush: benchRush,
  'heavy-acts': benchHeavyActs,
  pages: benchPages,
  memory: benchMemory,
  start: benchStart,
}

const program = new Command('npm run bench --')
  .description('Measures the performance budgets. Exits with 1 when one is exceeded.')
  .addArgument(new Argument('[sections...]', 'which to measure; all by default').choices(Object.keys(SECTIONS)))
  .option('--businesses <number>', 'how many the section scale creates', toCount, 100)
  .option('--minutes <number>', 'how long the section memory runs', toCount, 3)
  .parse()

function toCount(text: string) {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Use a whole number above 0.')
  return Number(text)
}

async function measure(name: string) {
  const parts = new AsyncDisposableStack()
  try {
    return await SECTIONS[name]!(parts, options)
  } finally {
    await parts.disposeAsync()
  }
}

const options = program.opts<BenchOptions>()
const sections = program.args.length > 0 ? program.args : Object.keys(SECTIONS)
const rows: Row[] = []
for (const name of sections) {
  const begun = performance.now()
  // An error without a listener, such as that of a connection, fails its section and not the run.
  const crash = Promise.withResolvers<never>()
  crash.promise.catch(() => {})
  process.on('uncaughtException', crash.reject)
  try {
    rows.push(...(await Promise.race([measure(name), crash.promise])))
  } catch (error) {
    rows.push({ figure: name, data: '', measured: String(error), budget: '', passed: false })
  }
  process.off('uncaughtException', crash.reject)
  process.stderr.write(`${name}: ${Math.round((performance.now() - begun) / 1000)} s\n`)
}
process.stdout.write(`\nNode ${process.version}, ${availableParallelism()} cores, shared with database and load.\n\n`)
process.stdout.write(`${formatRows(rows)}\n`)
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1
