import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { resolve } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { spawnServer } from '../test/server-process.ts'
import { newDatabase } from '../test/test-database.ts'
import { PlainFailure } from './plain-failure.ts'
import { readSettings } from './settings.ts'

describe('with nothing set', () => {
  test('the server uses the embedded database and answers this computer only', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      databaseWait: 60_000,
      mail: { smtpUrl: undefined, from: 'prenoto@localhost' },
      jobs: true,
      provider: { name: 'Prenoto', email: expect.stringContaining('@') },
      trustProxy: false,
      metricsToken: undefined,
      rateLimits: true,
      logLevel: 'info',
    })
  })

  test('a variable that is set to nothing counts as not set', () => {
    expect(readSettings({ PORT: '', HOST: '', DATABASE_URL: '', LOG_LEVEL: '' })).toEqual(readSettings({}))
  })
})

test('with a database of its own the server answers everybody, unless told otherwise', () => {
  const DATABASE_URL = 'postgres://user@db.example/prenoto'

  expect(readSettings({ DATABASE_URL })).toMatchObject({ host: '0.0.0.0', databaseUrl: DATABASE_URL })
  expect(readSettings({ DATABASE_URL, HOST: '127.0.0.1' })).toMatchObject({ host: '127.0.0.1' })
})

test.for(['127.0.0.1', '::1', 'localhost'])('for load tests the limits may be off on %s', (HOST) => {
  expect(readSettings({ HOST, RATE_LIMITS: 'off' }).rateLimits).toBe(false)
})

test.for([
  ['off', false],
  ['0', false],
  ['on', 1],
  ['1', 1],
  ['3', 3],
  ['10.0.0.7', ['10.0.0.7']],
  ['10.0.0.0/8, ::1,2001:db8::/32', ['10.0.0.0/8', '::1', '2001:db8::/32']],
] as const)('the proxies %s are understood', ([TRUST_PROXY, trustProxy]) => {
  expect(readSettings({ TRUST_PROXY }).trustProxy).toEqual(trustProxy)
})

const wrong: [variable: string, env: Record<string, string>][] = [
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '-1' }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '3000.5' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://user@db.example/prenoto' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example' }],
  ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example' }],
  ['JOBS', { JOBS: 'some' }],
  ['S3_ENDPOINT', { S3_ENDPOINT: 'bucket' }],
  ['PROVIDER_EMAIL', { PROVIDER_EMAIL: 'nobody' }],
  ...[
    'maybe',
    '-1',
    '1.5',
    '100',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/8/8',
    '::/129',
    'loopback',
    ',',
    '10.0.0.1,x',
  ].map((TRUST_PROXY): [string, Record<string, string>] => ['TRUST_PROXY', { TRUST_PROXY }]),
  ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: `${'x'.repeat(40)} x` }],
  ['RATE_LIMITS', { RATE_LIMITS: 'none' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'off', HOST: '0.0.0.0' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'off', DATABASE_URL: 'postgres://user@db.example/prenoto' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
]

test.for(wrong)('a wrong %s is named, with what to use instead: %j', ([variable, env]) => {
  expect(() => readSettings(env)).toThrow(PlainFailure)
  expect(() => readSettings(env)).toThrow(new RegExp(`^${variable}: .{5,}$`))
})

test('all wrong variables are named at once', () => {
  expect(() => readSettings({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/^PORT: .+\nLOG_LEVEL: .+$/)
})

test('a wrong setting stops the start with its sentence and nothing else', async () => {
  const server = spawnServer({ PORT: 'http' })

  expect(await server.exited).toEqual({ code: 1, signal: null, output: 'PORT: use a number\n' })
})

test.for([
  ['is not there', (url: URL) => Object.assign(url, { port: '1' })],
  ['has another password', (url: URL) => Object.assign(url, { password: 'guessed' })],
  ['has no such database', (url: URL) => Object.assign(url, { pathname: '/none' })],
] as const)('a database that %s stops the start with a sentence that tells no password', async ([, change]) => {
  const url = new URL(inject('postgres').owner)
  const { password } = url
  const server = spawnServer({ DATABASE_URL: change(url).href, DATABASE_WAIT: '0' })

  const { code, output } = await server.exited

  expect(code).toBe(1)
  expect(output).toMatch(/^DATABASE_URL: the database cannot be reached \(.+\)\n$/)
  expect(output).not.toContain(password)
  expect(output).not.toContain('guessed')
})

test('a port that is taken stops the start with a sentence', async () => {
  const database = await newDatabase()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo

  const { code, output } = await spawnServer({ DATABASE_URL: database.url, PORT: String(port) }).exited
  other.close()
  await database.drop()

  expect(code).toBe(1)
  expect(output).toBe(`PORT: ${port} is in use by another program\n`)
})
const bucket = {
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_BUCKET: 'prenoto',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

describe('the bucket for uploads', () => {
  test('is absent unless it is set', () => {
    expect(readSettings({}).bucket).toBeUndefined()
  })

  test('has an address of its own', () => {
    expect(readSettings(bucket).bucket).toEqual({
      endpoint: 'https://s3.example.com/prenoto',
      region: 'auto',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
    expect(readSettings({ ...bucket, S3_REGION: 'eu-south-1' }).bucket).toMatchObject({ region: 'eu-south-1' })
  })

  test('is set completely: what is missing is named', () => {
    expect(() => readSettings({ S3_BUCKET: 'prenoto', S3_ACCESS_KEY_ID: 'key', S3_REGION: 'x' })).toThrow(
      'S3_ENDPOINT: needed to keep uploads in a bucket\nS3_SECRET_ACCESS_KEY: needed to keep uploads in a bucket',
    )
  })
})
