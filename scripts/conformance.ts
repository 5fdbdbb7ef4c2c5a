import { relative } from 'node:path'
import { createVitest } from 'vitest/node'
import sections from '../docs/statements.json' with { type: 'json' }

/** Prints each statement of the specification with the tests that prove it; `--check` prints only what is wrong. */

type Statement = string | { statement: string; note?: string; untested?: string }

const tests = new Map<string, string[]>()
const faults: string[] = []

// Vitest parses the test files without running them.
const vitest = await createVitest('test', { watch: false })
const modules = await vitest.parseSpecifications(await vitest.getRelevantTestSpecifications())
await vitest.close()
for (const module of modules) {
  const file = relative('.', module.moduleId)
  // Vitest reports the number of an unknown statement as an unknown tag.
  faults.push(...module.errors().map(({ message }) => `${file}: ${message.split(' Available tags')[0]}`))
  for (const test of module.children.allTests()) {
    for (const tag of test.tags) tests.set(tag, [...(tests.get(tag) ?? []), `${file}  ${test.fullName}`])
  }
}

const table: string[] = []
for (const [section, statements] of Object.entries<Record<string, Statement>>(sections)) {
  table.push('', section, '')
  for (const [number, entry] of Object.entries(statements)) {
    const { statement, note, untested } = typeof entry === 'string' ? { statement: entry } : entry
    const proofs = tests.get(number) ?? []
    if (proofs.length === 0 && !untested) faults.push(`${number} has no test: ${statement}`)
    table.push(`${number}  ${statement}`, ...[note, untested, ...proofs].filter(Boolean).map((line) => `    ${line}`))
  }
}

const isCheck = process.argv.includes('--check')
process.stdout.write([...(isCheck ? [] : table), ...faults, ''].join('\n'))
process.exitCode = faults.length === 0 ? 0 : 1
