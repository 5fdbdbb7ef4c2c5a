import { defineConfig } from 'vitest/config'

/** One run for everything; each project says what it needs. */
export default defineConfig({
  test: {
    // The tests wait for databases and processes more than they compute.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'core', root: 'core', include: ['src/**/*.test.ts'] } },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
