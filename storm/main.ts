import { parseArgs } from 'node:util'
import { judge } from './laws/laws.ts'
import { hashOf, planStorm } from './plan.ts'
import { report } from './report.ts'
import { discard, weather } from './storm.ts'

const USAGE = 'npm run storm -- [--minutes 10] [--seed N] [--only hosts|rush]'

/** One attack alone, each in a file of its own; resolves to whether all was well. */
const ATTACKS: Record<string, () => Promise<boolean>> = {
  hosts: async () => (await import('./attacks/hosts.ts')).attackWithHosts(),
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
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      only: { type: 'string' },
    },
  })
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
  const isKnown = values.only === undefined || values.only in ATTACKS
  if (!(minutes > 0) || !Number.isSafeInteger(seed) || !isKnown) throw new Error(USAGE)
  return { minutes, seed, only: values.only }
}

if (process.platform === 'win32')
  throw new Error('The storm stops and kills processes by signals, which Windows has not.')
const { minutes, seed, only } = readArguments()
const isWell = only === undefined ? await storm(seed, minutes) : await ATTACKS[only]!()
process.exit(isWell ? 0 : 1)
