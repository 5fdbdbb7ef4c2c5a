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

test('a listener whose connection died without a word notices, and says that it may have missed something', async () => {
  const url = new URL(database.url)
  const wire = await openWire(Number(url.port))
  url.port = String(wire.port)
  const heard: string[] = []
  const hearer = { message: (payload: string) => heard.push(payload), back: () => heard.push('back') }
  const listener = await openListener(
    { app: url.href, owner: url.href },
    { test_news: hearer },
    { checkEvery: 400, patience: 300 },
  )
  const say = (payload: string) => owner.query('select pg_notify($1, $2)', ['test_news', payload])

  await say('one')
  await expect.poll(() => heard).toEqual(['one'])
  wire.silence()
  await say('two')
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['one', 'back'])
  await say('three')
  await expect.poll(() => heard).toEqual(['one', 'back', 'three'])

  await listener.close()
  await wire.close()
})
