import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '..')

test('every breakpoint of the window is one of breakpoints.css, by its name', () => {
  const loose = globSync('**/*.css', { cwd: SOURCES }).flatMap((path) =>
    [...readFileSync(join(SOURCES, path), 'utf8').matchAll(/@media[^{]*\d[^{]*/g)].map(([rule]) => `${path}: ${rule}`),
  )
  expect(loose).toEqual([])
})
