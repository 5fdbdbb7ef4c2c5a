import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabase } from '../../test/test-database.ts'
import { openWire } from '../../test/wire.ts'
import { openOwnerPool, type Pool } from './connection.ts'
import { openListener } from './listener.ts'

let database: Awaited<ReturnType<typeof newDatabase>>
let owner: Pool
beforeAll(async () => {
  database = await newDatabase()
  owner = openOwnerPool(database.url)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('a listener whose connection died without a word notices, says that it may have missed something, and is sure of nothing meanwhile', async () => {
  const url = new URL(database.url)
  const wire = await openWire(Number(url.port))
  url.port = String(wire.port)
  const heard: string[] = []
  const sureOf: number[] = []
  let backAt = 0
  const hearer = {
    message: (payload: string) => heard.push(payload),
    back() {
      heard.push('back')
      backAt = performance.now()
    },
    heardUntil: (moment: number) => sureOf.push(moment),
  }
  const listener = await openListener(
    { app: url.href, owner: url.href },
    { test_news: hearer },
    { checkEvery: 400, patience: 300 },
  )
  const say = (payload: string) => owner.query('select pg_notify($1, $2)', ['test_news', payload])

  await say('one')
  await expect.poll(() => heard).toEqual(['one'])
  await expect.poll(() => sureOf.length).toBeGreaterThan(0)
  wire.silence()
  const silentSince = performance.now()
  await say('two')
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['one', 'back'])
  const sureWhileSilent = sureOf.filter((moment) => moment > silentSince && moment < backAt)
  await say('three')
  await expect.poll(() => heard).toEqual(['one', 'back', 'three'])
  await expect.poll(() => sureOf.at(-1)).toBeGreaterThan(backAt)
  expect(sureWhileSilent).toEqual([])

  await listener.close()
  await wire.close()
})
