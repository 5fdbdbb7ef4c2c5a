import { parseArgs } from 'node:util'
import { check } from './checkers/checkers.ts'
import { hashOf, planRun } from './plan.ts'
import { formatReport } from './report.ts'
import { run } from './run.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Resolves to whether no invariant was violated. */
async function runStorm() {
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
  const plan = planRun(seed, minutes)
  const { operations, faults } = plan
  print(`Seed ${seed}, ${minutes} min, plan ${hashOf(plan)}: ${operations.length} operations, ${faults.length} faults`)
  const result = await run(plan)
  const violations = check(result.evidence)
  print(formatReport(result, violations))
  if (violations.length === 0) await result.discard()
  else print(`\n${violations.length} violations. Journal: ${result.journal.path}`)
  return violations.length === 0
}

if (!(Number(values.minutes) > 0) || !Number.isSafeInteger(Number(values.seed))) {
  process.stderr.write('npm run storm -- [--minutes 10] [--seed N]\n')
  process.exit(1)
}
// Connections to processes that have ended may still be open.
process.exit((await runStorm()) ? 0 : 1)
