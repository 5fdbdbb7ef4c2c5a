import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { benchAvailability } from './availability.ts'
import { benchBookings } from './bookings.ts'
import { benchJobs } from './jobs.ts'
import { benchPages } from './pages.ts'
import { benchMemory, benchStart } from './process.ts'
import { benchFirstReads, benchReads } from './reads.ts'
import { benchRush } from './rush.ts'
import { benchScale } from './scale.ts'
import type { Parts } from './system.ts'
import { formatRows, type Row } from './table.ts'

type Options = { businesses: number; minutes: number }

const SECTIONS: Record<string, (parts: Parts, options: Options) => Promise<Row[]>> = {
  reads: benchReads,
  'first-reads': benchFirstReads,
  bookings: benchBookings,
  jobs: benchJobs,
  availability: benchAvailability,
  scale: benchScale,
  rush: benchRush,
  pages: benchPages,
  memory: benchMemory,
  start: benchStart,
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { businesses: { type: 'string', default: '100' }, minutes: { type: 'string', default: '3' } },
})
const unknown = positionals.filter((name) => !(name in SECTIONS))
if (unknown.length > 0) {
  const names = Object.keys(SECTIONS).join('|')
  process.stderr.write(`Unknown: ${unknown}. npm run bench -- [${names}]… [--businesses 100] [--minutes 3]\n`)
  process.exit(1)
}

const options = { businesses: Number(values.businesses), minutes: Number(values.minutes) }
const rows: Row[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(SECTIONS)) {
  const parts = new AsyncDisposableStack()
  const begun = performance.now()
  try {
    rows.push(...(await SECTIONS[name]!(parts, options)))
  } catch (error) {
    rows.push({ figure: name, data: '', measured: String(error), budget: '', passed: false })
  } finally {
    await parts.disposeAsync()
  }
  process.stderr.write(`${name}: ${Math.round((performance.now() - begun) / 1000)} s\n`)
}
process.stdout.write(`\nNode ${process.version}, ${availableParallelism()} cores, shared with database and load.\n\n`)
process.stdout.write(`${formatRows(rows)}\n`)
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1
