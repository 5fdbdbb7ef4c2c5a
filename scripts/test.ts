import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Runs all checks, even after one fails, and ends with a line that counts them. */

const folder = mkdtempSync(join(tmpdir(), 'prenoto-results-'))
const results = join(folder, 'vitest.json')

/** Ordered by duration, the longest first. */
const checks: [name: string, command: string][] = [
  ['build', 'node web/build.ts'],
  ['types', 'npm run --silent check:types'],
  ['boundaries', 'npm run --silent check:boundaries'],
  ['conformance', 'npm run --silent check:conformance'],
  ['licences', 'npm run --silent check:licences'],
  ['unused code', 'npm run --silent check:unused'],
  ['lint and format', 'npm run --silent check:lint'],
]

let passed = 0
let failed = 0

/** Runs one check after another and prints each output as a whole, since other checks run at the same time. */
async function runChecks() {
  for (let next = checks.shift(); next; next = checks.shift()) {
    const [name, command] = next
    const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
    if (code === 0) passed += 1
    else failed += 1
    process.stdout.write(`\n— ${name}${code === 0 ? '' : ' FAILED'}\n${output}`)
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, runChecks))

process.stdout.write('\n— unit, API and browser tests\n')
const { status } = spawnSync(`vitest run --reporter=default --reporter=json --outputFile.json=${results}`, {
  shell: true,
  stdio: 'inherit',
})
try {
  const report = JSON.parse(readFileSync(results, 'utf8'))
  passed += report.numPassedTests
  failed += report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0 ? 1 : 0)
} catch {
  failed += 1
}
if (status !== 0 && failed === 0) failed = 1
rmSync(folder, { recursive: true, force: true })

process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
