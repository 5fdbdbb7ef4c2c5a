import { NOW } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'
import type { Context } from '../tenants/context.ts'
import { revisionCache } from './revision-cache.ts'

const at = (id: number, revision: number, now = NOW) =>
  ({ tenant: { id, revision, time_zone: 'Europe/Rome' }, now }) as Context

test('reads once for each revision and local day', async () => {
  let reads = 0
  const read = revisionCache(async ({ tenant }) => ({ of: tenant.id, read: ++reads }), 10)

  expect([await read(at(1, 1)), await read(at(1, 1)), await read(at(2, 1))]).toEqual([
    { of: 1, read: 1 },
    { of: 1, read: 1 },
    { of: 2, read: 2 },
  ])
  expect(await read(at(1, 2))).toEqual({ of: 1, read: 3 })
  expect(await read(at(1, 2, NOW.add({ hours: 14 })))).toEqual({ of: 1, read: 3 })
  expect(await read(at(1, 2, NOW.add({ hours: 15 })))).toEqual({ of: 1, read: 4 })
})

test('reads once for each id, and again after a failure', async () => {
  let fails = true
  const read = revisionCache(async (_, id: number) => {
    if (fails) throw new Error('away')
    return { id }
  }, 10)
  await expect(read(at(1, 1), 7)).rejects.toThrow('away')
  fails = false
  expect([await read(at(1, 1), 7), await read(at(1, 1), 8)]).toEqual([{ id: 7 }, { id: 8 }])
})
