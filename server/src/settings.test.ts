import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { spawnServer } from '../test/server-process.ts'
import { PlainFailure } from './plain-failure.ts'
import { readSettings } from './settings.ts'

describe('with nothing set', () => {
  test('the server uses the embedded database and answers this computer only', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      provider: { name: 'Prenoto', email: expect.stringContaining('@') },
      trustProxy: false,
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

const wrong: [variable: string, env: Record<string, string>][] = [
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '-1' }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '3000.5' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://user@db.example/prenoto' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example' }],
  ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
  ['S3_ENDPOINT', { S3_ENDPOINT: 'bucket' }],
  ['PROVIDER_EMAIL', { PROVIDER_EMAIL: 'nobody' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'maybe' }],
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

test('a database that is out of reach stops the start', async () => {
  const server = spawnServer({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })

  const { code, output } = await server.exited

  expect(code).toBe(1)
  expect(output).toContain('DATABASE_URL')
  expect(output).not.toMatch(/\n\s+at /)
})
