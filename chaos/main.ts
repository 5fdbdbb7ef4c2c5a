import { Command, InvalidArgumentError } from 'commander'
import { check } from './checkers/checkers.ts'
import { hashPlan, planRun } from './plan.ts'
import { formatReport } from './report.ts'
import { run } from './run.ts'

const { minutes, seed } = new Command('npm run chaos --')
  .description('Loads two servers while faults are injected, then checks all answers. Needs a build and Linux.')
  .option('--minutes <number>', 'how long to generate load', toMinutes, 10)
  .option('--seed <number>', 'the same seed repeats the same plan', toSeed, Date.now() % 1_000_000)
  .parse()
  .opts<{ minutes: number; seed: number }>()

function toMinutes(text: string) {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('Use a number above 0.')
  return Number(text)
}

function toSeed(text: string) {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Use a whole number.')
  return Number(text)
}

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Resolves to whether no invariant was violated. */
async function runChaos() {
  const plan = planRun(seed, minutes)
  const { operations, faults } = plan
  print(
    `Seed ${seed}, ${minutes} min, plan ${hashPlan(plan)}: ${operations.length} operations, ${faults.length} faults`,
  )
  const result = await run(plan)
  const violations = check(result.runData)
  print(formatReport(result, violations))
  if (violations.length === 0) await result.discard()
  else print(`\n${violations.length} violations. Event log: ${result.eventLog.path}`)
  return violations.length === 0
}

// Connections to processes that have ended may still be open.
process.exit((await runChaos()) ? 0 : 1)
