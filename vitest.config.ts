import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import statements from './docs/statements.json' with { type: 'json' }
import { freeSharedMemory, SHARED_MEMORY } from './test-support/processes/shared-memory.ts'

// Servers and commands that tests start read their compiled modules from here, which halves the time of a start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/prenoto/compiled')

/** Bytes; a run needs an eighth of them. */
const ENOUGH_SHARED = 4 * 2 ** 30
// A database has a thousand files. On ext4 it takes half a second to create them where others were just deleted.
if ((await freeSharedMemory()) > ENOUGH_SHARED) process.env.TMPDIR ??= SHARED_MEMORY

/** The order of the projects: a worker starts anew for each, and the last files should be short. */
const ORDER = ['postgres', 'server', 'components', 'core', 'web', 'e2e']

/**
 * Within a project Vitest starts with the files that took longest, and on a fresh clone with the largest. Those that mostly
 * wait are named `*.slow.test.ts`: they run early, among others that use the processors.
 */
class SlowEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return ORDER.flatMap((name) => {
      const ofProject = sorted.filter(({ project }) => project.name === name)
      const isSlow = ({ moduleId }: TestSpecification) => moduleId.endsWith('.slow.test.ts')
      const slow = ofProject.filter(isSlow)
      const others = ofProject.filter((file) => !isSlow(file))
      // Half of the workers wait at a time, since a slow file takes about as long as two others.
      return others.flatMap((file, i) => [...(i % 2 === 0 ? slow.splice(0, 1) : []), file]).concat(slow)
    })
  }
}

/** Milliseconds; long enough for a slow machine. */
const TIMEOUT = 120_000

/** The project of the folder with this name. */
const project = (name: string, test: UserWorkspaceConfig['test'] = {}) => ({
  extends: true as const,
  test: { name, root: name, include: ['**/*.test.ts'], ...test },
})

/** All test projects in one run. */
export default defineConfig({
  test: {
    // Two more than processors, since tests wait for browsers and other processes.
    maxWorkers: availableParallelism() + 2,
    // Test files share workers and modules; each has databases and servers of its own.
    isolate: false,
    sequence: { sequencer: SlowEarly },
    // A test names the statements of the specification that it proves.
    tags: Object.values(statements).flatMap((section) => Object.keys(section).map((name) => ({ name }))),
    testTimeout: 5 * TIMEOUT,
    hookTimeout: 5 * TIMEOUT,
    expect: { poll: { timeout: TIMEOUT } },
    projects: [
      project('core'),
      project('web'),
      {
        ...project('components', {
          root: 'web',
          include: ['**/*.dom.test.tsx'],
          environment: 'happy-dom',
          // React's production build, as in browsers, is twice as fast.
          env: { NODE_ENV: 'production' },
        }),
        oxc: { jsx: { runtime: 'automatic', development: false } },
      },
      project('postgres'),
      project('server', {
        include: ['**/*.test.ts', '../chaos/**/*.test.ts'],
        globalSetup: ['../test-support/database/global-setup.ts'],
      }),
      project('e2e', {
        setupFiles: ['support/unique-customer.ts'],
        globalSetup: ['support/global-setup.ts'],
        // Each look at a page costs both processes milliseconds.
        expect: { poll: { timeout: TIMEOUT, interval: 100 } },
      }),
    ],
  },
})
