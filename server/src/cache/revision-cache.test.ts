import { expect, test } from 'vitest'
import type { Context } from '../tenants/context.ts'
import { revisionCache } from './revision-cache.ts'

const at = (id: number, revision: number) => ({ tenant: { id, revision } }) as Context

test('what stands still is read once, and anew with the next revision', async () => {
  let reads = 0
  const read = revisionCache(async ({ tenant }) => ({ of: tenant.id, read: ++reads }), 10)

  expect(await Promise.all([read(at(1, 1)), read(at(1, 1)), read(at(2, 1))])).toEqual([
    { of: 1, read: 1 },
    { of: 1, read: 1 },
    { of: 2, read: 2 },
  ])
  expect(await read(at(1, 2))).toEqual({ of: 1, read: 3 })
})

test('a failure is nobody else’s', async () => {
  let fails = true
  const read = revisionCache(async () => {
    if (fails) throw new Error('away')
    return { is: 'there' }
  }, 10)

  await expect(read(at(1, 1))).rejects.toThrow('away')
  fails = false
  expect(await read(at(1, 1))).toEqual({ is: 'there' })
})
