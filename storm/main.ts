import { parseArgs } from 'node:util'
import { PlainFailure } from '@prenoto/core/plain-failure.ts'
import { judge } from './laws/laws.ts'
import { hashOf, planStorm } from './plan.ts'
import { report } from './report.ts'
import { discard, weather } from './storm.ts'

const USAGE = 'npm run storm -- [--minutes 10] [--seed N] [--only hosts|images|rush]'

/** One attack alone, each in a file of its own; resolves to whether all was well. */
const ATTACKS: Record<string, () => Promise<boolean>> = {
  hosts: async () => (await import('./attacks/hosts.ts')).attackWithHosts(),
  images: async () => (await import('./attacks/images.ts')).attackWithImages(),
  rush: async () => (await import('./attacks/rush.ts')).attackWithRush(),
}

const print = (text: string) => process.stdout.write(`${text}\n`)

async function storm(seed: number, minutes: number): Promise<boolean> {
  const plan = planStorm(seed, minutes)
  const { load, faults } = plan
  print(`Seed ${seed}, ${minutes} minutes, plan ${hashOf(plan)}: ${load.length} steps, ${faults.length} faults.\n`)
  const weathered = await weather(plan)
  const findings = judge(weathered.evidence)
  print(report(weathered, findings))
  if (findings.length > 0) print(`\n${findings.length} findings. The journal is ${weathered.journal.path}`)
  else await discard(weathered.folder)
  return findings.length === 0
}

function readArguments() {
  const { values } = parsed()
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
  const isKnown = values.only === undefined || values.only in ATTACKS
  if (!(minutes > 0) || !Number.isSafeInteger(seed) || !isKnown) throw new PlainFailure(USAGE)
  return { minutes, seed, only: values.only }
}

function parsed() {
  try {
    return parseArgs({
      options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        only: { type: 'string' },
      },
    })
  } catch {
    throw new PlainFailure(USAGE)
  }
}

async function run(): Promise<boolean> {
  const { minutes, seed, only } = readArguments()
  if (process.platform !== 'linux') throw new PlainFailure('The storm looks into /proc, and so runs on Linux only.')
  return only === undefined ? storm(seed, minutes) : ATTACKS[only]!()
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  if (error instanceof PlainFailure) process.stderr.write(`${error.message}\n`)
  else console.error(error)
  process.exitCode = 1
}
// Whatever is still open, such as a connection to what was stopped, holds nobody up.
process.exit()
