import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '..')

test('media queries use only the breakpoints named in breakpoints.css', () => {
  const unnamed = globSync('**/*.css', { cwd: SOURCES }).flatMap((path) =>
    [...readFileSync(join(SOURCES, path), 'utf8').matchAll(/@media[^{]*\d[^{]*/g)].map(([rule]) => `${path}: ${rule}`),
  )
  expect(unnamed).toEqual([])
})
