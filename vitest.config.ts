import { availableParallelism } from 'node:os'
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import statements from './docs/statements.json' with { type: 'json' }

const cores = availableParallelism()

/** Small files that take long. Vitest starts with the largest, so these would come last and keep the others waiting. */
const LONG = ['many-reminders', 'embedded-postgres']

const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Milliseconds: enough on a machine several times slower than ours, so that only what never comes fails. */
const PATIENCE = 30_000

/** A project of the folder of this name; it may add to what all have in common. */
const project = (name: string, test: UserWorkspaceConfig['test'] = {}) => ({
  extends: true as const,
  test: { name, root: name, include: ['**/*.test.ts'], ...test },
})

/** One run for everything. */
export default defineConfig({
  test: {
    // The tests wait for databases, browsers and processes about as much as they compute.
    maxWorkers: cores * 2,
    // Files that share a worker load what they import once; what they change lives in databases and servers of their own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // A test names the statements of the specification that it proves.
    tags: Object.values(statements).flatMap((section) => Object.keys(section).map((name) => ({ name }))),
    testTimeout: 4 * PATIENCE,
    hookTimeout: 4 * PATIENCE,
    expect: { poll: { timeout: PATIENCE } },
    projects: [
      project('core'),
      project('web'),
      project('postgres'),
      project('server', {
        include: ['**/*.test.ts', '../chaos/**/*.test.ts'],
        globalSetup: ['../test-support/database/global-setup.ts'],
      }),
      project('e2e', {
        setupFiles: ['support/unique-customer.ts'],
        globalSetup: ['support/global-setup.ts'],
        // After the others: a browser needs the machine for itself.
        sequence: { groupOrder: 1 },
      }),
    ],
  },
})
