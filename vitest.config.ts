import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const cores = availableParallelism()

/** Those that last longest, mostly waiting: one that came last would have the others wait for it. */
const LONG = [
  'reminder-storm',
  'smtp',
  'provider',
  'embedded-postgres',
  'reminders',
  'jobs',
  'log-ins',
  'onboarding',
  'lists',
  'dashboard',
  'fuzz',
  'records',
  'working-day',
]

const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * One run for everything; each project says what it needs. Without isolation files follow each other in one process and
 * load what they import once: whatever they change stands on a database and servers of their own.
 */
export default defineConfig({
  test: {
    // The tests wait for databases, browsers and processes about as much as they compute.
    maxWorkers: cores * 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'core', root: 'core', include: ['src/**/*.test.ts'], isolate: false } },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.ts'], isolate: false } },
      {
        test: {
          name: 'postgres',
          isolate: false,
          root: 'postgres',
          include: ['src/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'storm',
          isolate: false,
          root: 'storm',
          include: ['**/*.test.ts'],
          globalSetup: ['../server/test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          isolate: false,
          root: 'e2e',
          setupFiles: ['support/new-people.ts'],
          include: ['**/*.test.ts'],
          globalSetup: ['support/global-setup.ts'],
          // After the others: a browser needs the machine for itself.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
