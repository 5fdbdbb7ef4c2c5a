import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/**
 * Runs all checks, even after one fails, and ends with a line that counts them. With `--long` it sends forty times as many
 * random requests, plays the whole attack on the booking form, sends ten thousand webhooks, searches the slots of ten times as
 * many scenarios and ends with ten minutes of chaos.
 */

const isLong = process.argv.includes('--long')
if (isLong)
  Object.assign(process.env, {
    FUZZ_SEED: 'new',
    FUZZ_RUNS: '40',
    ATTACK_ATTEMPTS: '4000',
    WEBHOOK_DELIVERIES: '10000',
    SLOT_SCENARIOS: '10',
  })

const folder = mkdtempSync(join(tmpdir(), 'prenoto-results-'))

const checks: [name: string, command: string][] = [
  ['types', 'npm run --silent check:types'],
  ['boundaries', 'npm run --silent check:boundaries'],
  ['conformance', 'npm run --silent check:conformance'],
  ['licences', 'npm run --silent check:licences'],
  ['unused code', 'npm run --silent check:unused'],
  ['lint and format', 'npm run --silent check:lint'],
]

let passed = 0
let failed = 0

/** Prints the output of a check as a whole, since the tests run at the same time. */
async function runCheck(name: string, command: string) {
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code === 0) passed += 1
  else failed += 1
  process.stdout.write(`\n— ${name}${code === 0 ? '' : ' FAILED'}\n${output}`)
}

async function runChecks() {
  for (const [name, command] of checks) await runCheck(name, command)
}

/** The tests load the built web. */
async function runTests() {
  await runCheck('build', 'node web/build.ts')
  const results = join(folder, 'vitest.json')
  const command = `vitest run --reporter=default --reporter=json --outputFile.json=${results}`
  const [code] = await once(spawn(command, { shell: true, stdio: 'inherit' }), 'close')
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8'))
    passed += numPassedTests
    // A file that cannot be loaded fails without a failed test.
    failed += code === 0 ? numFailedTests : Math.max(1, numFailedTests)
  } catch {
    failed += 1
  }
}

await Promise.all([runTests(), runChecks()])
if (isLong) await runCheck('chaos', 'node chaos/main.ts')

rmSync(folder, { recursive: true, force: true })

process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
