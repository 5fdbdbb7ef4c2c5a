import { newDatabase, roleUrlsAt, type TestDatabase } from '@prenoto/test-support/database/test-database.ts'
import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '../../lib/log.ts'
import { openJobQueue } from '../../queue/queue.ts'
import { openConnections } from '../connections.ts'
import { openListener } from '../listener.ts'

let database: TestDatabase
let proxy: Awaited<ReturnType<typeof openTcpProxy>>
let lines: { connection?: string; msg: string }[]
beforeAll(async () => {
  database = await newDatabase()
})
beforeEach(async () => {
  proxy = await openTcpProxy(Number(new URL(database.url).port))
  lines = []
})
afterEach(() => proxy.close())
afterAll(() => database.drop())

const log = openLog('info', { write: (line) => lines.push(JSON.parse(line)) })
const readLog = () => lines.map(({ connection, msg }) => `${msg}: ${connection}`)

function urlsOverWire() {
  const url = new URL(roleUrlsAt(database.url).app)
  url.port = String(proxy.port)
  return { app: url.href }
}

test('the listener logs once that its connection is lost and once that it is restored', {
  tags: ['11.9'],
}, async () => {
  const listener = await openListener(urlsOverWire(), {}, log)

  proxy.cut()
  await expect.poll(proxy.refused).toBeGreaterThan(2)
  proxy.repair()

  const connection = 'listener'
  await expect.poll(readLog).toEqual([`connection lost: ${connection}`, `connection restored: ${connection}`])
  await listener.close()
  expect(lines).toHaveLength(2)
})

test('a pool logs once that its connections are lost and once that they are restored', {
  tags: ['11.9'],
}, async () => {
  const { app, close } = openConnections(urlsOverWire(), log)
  await app.query('select')

  proxy.cut()
  for (let i = 0; i < 5; i++) await expect(app.query('select')).rejects.toThrow()
  proxy.repair()
  await expect.poll(() => app.query('select')).toBeTruthy()

  expect(readLog()).toEqual(['connection lost: app', 'connection restored: app'])
  await close()
  expect(lines).toHaveLength(2)
})

test('the job queue logs once that its connections are lost and once that they are restored', {
  tags: ['11.9'],
}, async () => {
  const { boss, stop } = await openJobQueue(urlsOverWire(), log)
  await boss.work('notify', { pollingIntervalSeconds: 0.5 }, async () => {})

  proxy.cut()
  await expect.poll(proxy.refused).toBeGreaterThan(2)
  proxy.repair()

  const connection = 'jobs'
  await expect.poll(readLog).toEqual([`connection lost: ${connection}`, `connection restored: ${connection}`])
  await stop()
  expect(lines).toHaveLength(2)
})
