import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorTexts } from '../errors.ts'
import { DomainError } from '../lib/errors.ts'

const FEATURES = join(import.meta.dirname, '../features')

test('every domain error of a feature has an Italian text', async () => {
  const files = await Array.fromAsync(glob('*/errors.ts', { cwd: FEATURES }))
  const modules: object[] = await Promise.all(files.map((file) => import(join(FEATURES, file))))
  const classes = modules
    .flatMap((exported): unknown[] => Object.values(exported))
    .filter((value) => typeof value === 'function' && value.prototype instanceof DomainError)

  expect(classes.length).toBeGreaterThan(50)
  expect(classes.filter((type) => !errorTexts.has(type))).toEqual([])
})
