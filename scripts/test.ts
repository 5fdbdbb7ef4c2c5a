import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs every check there is, all of them even when one fails, and ends with a line that counts. */

const folder = mkdtempSync(join(tmpdir(), 'prenoto-results-'))
const results = join(folder, 'vitest.json')

const checks: [name: string, command: string][] = [
  ['types', 'npm run --silent check:types'],
  ['lint and format', 'npm run --silent check:lint'],
  ['rooms', 'npm run --silent check:rooms'],
  ['unused code', 'npm run --silent check:unused'],
  ['build', 'node scripts/build.ts'],
]

let passed = 0
let failed = 0

const runs = (command: string) => spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0

for (const [name, command] of checks) {
  process.stdout.write(`\n— ${name}\n`)
  if (runs(command)) passed += 1
  else {
    failed += 1
    process.stdout.write(`— ${name} FAILED\n`)
  }
}

process.stdout.write('\n— unit, API and browser tests\n')
const allPassed = runs(`vitest run --reporter=default --reporter=json --outputFile.json=${results}`)
try {
  const report = JSON.parse(readFileSync(results, 'utf8'))
  passed += report.numPassedTests
  failed += report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0 ? 1 : 0)
} catch {
  failed += 1
}
if (!allPassed && failed === 0) failed = 1
rmSync(folder, { recursive: true, force: true })

process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
