import { openWire } from '@prenoto/test-support/postgres-wire.ts'
import { newDatabase, roleUrlsAt, type TestDatabase } from '@prenoto/test-support/test-database.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '../../lib/log.ts'
import { openJobQueue } from '../../queue/queue.ts'
import { openConnections } from '../connections.ts'
import { openListener } from '../listener.ts'

let database: TestDatabase
let wire: Awaited<ReturnType<typeof openWire>>
let lines: { connection?: string; msg: string }[]
beforeAll(async () => {
  database = await newDatabase()
})
beforeEach(async () => {
  wire = await openWire(Number(new URL(database.url).port))
  lines = []
})
afterEach(() => wire.close())
afterAll(() => database.drop())

const log = openLog('info', { write: (line) => lines.push(JSON.parse(line)) })
const logged = () => lines.map(({ connection, msg }) => `${msg}: ${connection}`)

function urlsOverWire() {
  const url = new URL(roleUrlsAt(database.url).app)
  url.port = String(wire.port)
  return { app: url.href }
}

test('the listener logs once that its connection is lost and once that it is back, however many attempts fail', {
  tags: ['11.9'],
}, async () => {
  const listener = await openListener(urlsOverWire(), {}, log)

  wire.cut()
  await expect.poll(wire.refused).toBeGreaterThan(2)
  wire.mend()

  const connection = 'database, for announcements'
  await expect.poll(logged).toEqual([`connection lost: ${connection}`, `connection restored: ${connection}`])
  await listener.close()
  expect(lines).toHaveLength(2)
})

test('a pool logs once that its connections are lost and once that they are back, however many queries fail', {
  tags: ['11.9'],
}, async () => {
  const { app, close } = openConnections(urlsOverWire(), log)
  await app.query('select')

  wire.cut()
  for (let i = 0; i < 5; i++) await expect(app.query('select')).rejects.toThrow()
  wire.mend()
  await expect.poll(() => app.query('select')).toBeTruthy()

  expect(logged()).toEqual(['connection lost: database', 'connection restored: database'])
  await close()
  expect(lines).toHaveLength(2)
})

test('the job queue logs once that its connections are lost and once that they are back, however often it looks', {
  tags: ['11.9'],
}, async () => {
  const { boss, stop } = await openJobQueue(urlsOverWire(), log)
  await boss.work('notify', { pollingIntervalSeconds: 0.5 }, async () => {})

  wire.cut()
  await expect.poll(wire.refused).toBeGreaterThan(2)
  wire.mend()

  const connection = 'database, for jobs'
  await expect.poll(logged).toEqual([`connection lost: ${connection}`, `connection restored: ${connection}`])
  await stop()
  expect(lines).toHaveLength(2)
})
