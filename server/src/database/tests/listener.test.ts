import { newDatabase } from '@prenoto/test-support/database/test-database.ts'
import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../../lib/log.ts'
import { openOwnerPool, type Pool } from '../connection.ts'
import { openListener } from '../listener.ts'

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

test('a listener detects a dead connection, reports the reconnect and confirms nothing in between', {
  tags: ['4.41'],
}, async () => {
  const url = new URL(database.url)
  const proxy = await openTcpProxy(Number(url.port))
  url.port = String(proxy.port)
  const events: string[] = []
  let silentSince = 0
  const subscriber = {
    message: (payload: string) => events.push(payload),
    reconnected: () => events.push('back'),
    receivedUntil: (moment: number) => moment > silentSince && events.push('sure'),
  }
  const listener = await openListener(
    { app: url.href, owner: url.href },
    { test_news: subscriber },
    openLog('silent'),
    {
      checkEvery: 400,
      timeout: 300,
    },
  )
  const say = (payload: string) => owner.query('select pg_notify($1, $2)', ['test_news', payload])

  // Repeated until received, since on a busy machine the listener may replace a live connection.
  const heard = (payload: string) =>
    expect.poll(() => say(payload).then(() => events)).toEqual(expect.arrayContaining([payload, 'sure']))

  await heard('one')
  proxy.silenceAll()
  silentSince = performance.now()
  events.length = 0
  await say('two')
  proxy.repair()
  await heard('three')

  expect(events.find((event) => event === 'back' || event === 'sure')).toBe('back')
  expect(events).not.toContain('two')

  await listener.close()
  await proxy.close()
})
