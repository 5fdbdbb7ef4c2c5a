import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { StartupError } from '@prenoto/core/startup-error.ts'
import { spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { externalDatabase } from '../database/external-database.ts'
import { retryUntilAvailable } from '../database/retry-until-available.ts'
import { listen } from '../plugins/listen.ts'
import { readSettings, SETTING_NAMES, settingWarnings } from './settings.ts'

test('the example file lists every setting with its default', async () => {
  const example = await readFile(join(import.meta.dirname, '../../../.env.example'), 'utf8')
  const lines = [...example.matchAll(/^#([A-Z][A-Z\d_]*)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const)

  expect(lines.map(([name]) => name).sort()).toEqual([...SETTING_NAMES].sort())
  const ownNames = /^(DATABASE_URL|OWNER_|LISTEN_|S3_|SMTP_|MAIL_|DKIM_|WHATSAPP_|SMS_)/
  const defaults = Object.fromEntries(lines.filter(([name]) => !ownNames.test(name)))
  expect(readSettings(defaults)).toEqual(readSettings({}))
})

describe('without settings', () => {
  test('the server uses the embedded database and answers this computer only', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      databaseWait: 60_000,
      demo: true,
      isLocal: true,
      mail: { smtpUrl: undefined, from: 'prenoto@localhost' },
      textChannels: {},
      jobs: true,
      provider: { name: 'Prenoto', email: expect.stringContaining('@') },
      trustProxy: false,
      metricsTokens: [],
      push: { services: [] },
      outgoingAllow: [],
      secretKeys: [],
      rateLimits: true,
      accessLog: false,
      uploadQuotaMb: 200,
      backupKeep: 7,
      logLevel: 'info',
    })
  })

  test('an empty variable counts as not set', () => {
    expect(readSettings({ PORT: '', HOST: '', DATABASE_URL: '', LOG_LEVEL: '' })).toEqual(readSettings({}))
  })
})

test('a setting can be in a file, without the line break at its end', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-settings-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'database-url')
  await writeFile(file, 'postgres://prenoto@127.0.0.1/prenoto\n')
  const env = { DATABASE_URL_FILE: file }

  expect(readSettings(env)).toEqual(readSettings({ DATABASE_URL: 'postgres://prenoto@127.0.0.1/prenoto' }))
  expect(settingWarnings(env)).toEqual(settingWarnings({ DATABASE_URL: 'postgres://prenoto@127.0.0.1/prenoto' }))
  expect(readSettings({ DATABASE_URL_FILE: '' })).toEqual(readSettings({}))
  expect(() => readSettings({ ...env, DATABASE_URL: 'postgres://127.0.0.1/other' })).toThrow(
    /^DATABASE_URL: is set twice/,
  )
  expect(() => readSettings({ DATABASE_URL_FILE: join(folder, 'missing') })).toThrow(/^DATABASE_URL_FILE: ENOENT/)
})

test('addresses that may be reached are blocks', () => {
  const { outgoingAllow } = readSettings({ OUTGOING_ALLOW: '10.0.0.0/8, 192.168.1.7,::1' })
  expect(outgoingAllow).toEqual(['10.0.0.0/8', '192.168.1.7/32', '::1/128'])
})

test('with an external database the server listens on all addresses by default', () => {
  const DATABASE_URL = 'postgres://user@db.example/prenoto'

  expect(readSettings({ DATABASE_URL })).toMatchObject({ host: '0.0.0.0', databaseUrl: DATABASE_URL })
  expect(readSettings({ DATABASE_URL, HOST: '127.0.0.1' })).toMatchObject({ host: '127.0.0.1' })
})

test.for([
  [{}, true],
  [{ HOST: '::1' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ TRUST_PROXY: '10.0.0.0/8' }, false],
  [{ DATABASE_URL: 'postgres://user@db.example/prenoto', HOST: '127.0.0.1' }, false],
  [{ DEMO: 'off' }, false],
  [{ DEMO: 'on', HOST: '0.0.0.0' }, true],
  [{ DEMO: 'on', DATABASE_URL: 'postgres://user@db.example/prenoto' }, true],
] as const)('%j: the demo is added by itself on this computer only', ([env, demo]) => {
  expect(readSettings(env).demo).toBe(demo)
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

test('the addresses of the proxy allow businesses to add domains', () => {
  const env = {
    PUBLIC_ADDRESSES: '203.0.113.7, 2001:DB8:0::7',
    PUBLIC_HOST: 'proxy.example.it',
    DNS_SERVERS: '9.9.9.9, [2620:fe::fe]:53',
  }

  expect(readSettings(env).ownDomains).toEqual({
    addresses: ['203.0.113.7', '2001:db8::7'],
    host: 'proxy.example.it',
    dnsServers: ['9.9.9.9', '[2620:fe::fe]:53'],
  })
})

test('the provider’s domain turns the sign-up on', () => {
  const env = { PUBLIC_SIGNUP: 'on', PROVIDER_DOMAIN: 'prenoto.example.it' }

  expect(readSettings(env).signUp).toEqual({ domain: 'prenoto.example.it', perHour: 20 })
  expect(readSettings({ ...env, SIGNUPS_PER_HOUR: '5' }).signUp).toMatchObject({ perHour: 5 })
  expect(readSettings({ PUBLIC_SIGNUP: 'off' }).signUp).toBeUndefined()
})

const wrong: [variable: string, env: Record<string, string>][] = [
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '-1' }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '3000.5' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://user@db.example/prenoto' }],
  ['LISTEN_DATABASE_URL', { LISTEN_DATABASE_URL: 'postgres://user@db.example/prenoto' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example' }],
  ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example' }],
  ['JOBS', { JOBS: 'some' }],
  ['PUBLIC_ADDRESSES', { PUBLIC_ADDRESSES: 'proxy.example.it' }],
  ['PUBLIC_HOST', { PUBLIC_HOST: 'proxy.example.it' }],
  ['PUBLIC_HOST', { PUBLIC_ADDRESSES: '203.0.113.7', PUBLIC_HOST: 'https://proxy.example.it' }],
  ['DNS_SERVERS', { DNS_SERVERS: '9.9.9.9' }],
  ['DNS_SERVERS', { PUBLIC_ADDRESSES: '203.0.113.7', DNS_SERVERS: 'dns.example.it:53' }],
  ['PUBLIC_SIGNUP', { PUBLIC_SIGNUP: 'yes', PROVIDER_DOMAIN: 'prenoto.example.it' }],
  ['PROVIDER_DOMAIN', { PUBLIC_SIGNUP: 'on' }],
  ['PROVIDER_DOMAIN', { PROVIDER_DOMAIN: 'prenoto.example.it' }],
  ['PROVIDER_DOMAIN', { PUBLIC_SIGNUP: 'on', PROVIDER_DOMAIN: 'https://prenoto.example.it' }],
  ['SIGNUPS_PER_HOUR', { SIGNUPS_PER_HOUR: '0' }],
  [
    'SECRET_KEYS',
    {
      PUBLIC_SIGNUP: 'on',
      PROVIDER_DOMAIN: 'prenoto.example.it',
      DATABASE_URL: 'postgres://user@db.example/prenoto',
    },
  ],
  ['VAPID_PRIVATE_KEY', { VAPID_PUBLIC_KEY: 'A'.repeat(87) }],
  ['VAPID_PUBLIC_KEY', { VAPID_PRIVATE_KEY: 'A'.repeat(43) }],
  ['VAPID_PUBLIC_KEY', { VAPID_PUBLIC_KEY: 'short', VAPID_PRIVATE_KEY: 'A'.repeat(43) }],
  ['PUSH_SERVICES', { PUSH_SERVICES: 'push.example.it' }],
  ['OUTGOING_ALLOW', { OUTGOING_ALLOW: '10.0.0.0/33' }],
  ['DEMO', { DEMO: 'yes' }],
  ['S3_ENDPOINT', { S3_ENDPOINT: 'bucket' }],
  ['UPLOAD_QUOTA_MB', { UPLOAD_QUOTA_MB: '0' }],
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
  ['METRICS_TOKEN', { METRICS_TOKEN: `${'x'.repeat(40)},` }],
  ['RATE_LIMITS', { RATE_LIMITS: 'none' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'off', HOST: '0.0.0.0' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'off', DATABASE_URL: 'postgres://user@db.example/prenoto' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['WORKER_PORT', { WORKER_PORT: '65536' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost' }],
  ['ACCESS_LOG', { ACCESS_LOG: 'all' }],
]

test.for(wrong)('the message about a wrong %s says what to use instead: %j', ([variable, env]) => {
  expect(() => readSettings(env)).toThrow(StartupError)
  expect(() => readSettings(env)).toThrow(new RegExp(`^${variable}: .{5,}$`))
})

test('all wrong variables are named at once', () => {
  expect(() => readSettings({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/^PORT: .+\nLOG_LEVEL: .+$/)
})

test('a wrong setting stops the start and prints only its message', async () => {
  const server = spawnServer({ PORT: 'http' })

  expect(await server.exited).toEqual({ code: 1, signal: null, output: 'PORT: use a number\n' })
})

test.for([
  ['is unreachable', (url: URL) => Object.assign(url, { port: '1' })],
  ['has another password', (url: URL) => Object.assign(url, { password: 'guessed' })],
  ['has no such database', (url: URL) => Object.assign(url, { pathname: '/none' })],
] as const)('a database that %s is refused with a sentence that tells no password', async ([, change]) => {
  const url = new URL(inject('postgres').owner)
  const { password } = url
  const connecting = () => externalDatabase({ databaseUrl: change(url).href, createIfMissing: true })

  const error = await retryUntilAvailable(connecting).catch((error) => error)

  expect(error).toBeInstanceOf(StartupError)
  expect(error.message).toMatch(/^DATABASE_URL: the database cannot be reached \(.+\)$/)
  expect(error.message).not.toContain(password)
  expect(error.message).not.toContain('guessed')
})

test('a port that is in use is refused with a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo

  const listening = listen(fastify(), { host: '127.0.0.1', port, setting: 'PORT' })

  await expect(listening).rejects.toThrow(new StartupError(`PORT: ${port} is in use by another program`))
  other.close()
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

  test('has its own URL', () => {
    expect(readSettings(bucket).bucket).toEqual({
      endpoint: 'https://s3.example.com/prenoto',
      region: 'auto',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
    expect(readSettings({ ...bucket, S3_REGION: 'eu-south-1' }).bucket).toMatchObject({ region: 'eu-south-1' })
  })

  test('rejects an incomplete configuration and names the missing settings', () => {
    expect(() => readSettings({ S3_BUCKET: 'prenoto', S3_ACCESS_KEY_ID: 'key', S3_REGION: 'x' })).toThrow(
      'S3_ENDPOINT: needed to store uploads in a bucket\nS3_SECRET_ACCESS_KEY: needed to store uploads in a bucket',
    )
  })
})

describe('the signature of e-mails', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = (key: KeyObject, passphrase?: string) =>
    key.export({ type: 'pkcs8', format: 'pem', ...(passphrase && { cipher: 'aes-128-cbc', passphrase }) })
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prenoto-dkim-'))
    const keys = {
      'good.pem': pem(privateKey),
      'short.pem': pem(generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey),
      'curve.pem': pem(generateKeyPairSync('ed25519').privateKey),
      'locked.pem': pem(privateKey, 'parola'),
      'public.pem': createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }),
    }
    for (const [name, key] of Object.entries(keys)) await writeFile(join(folder, name), key)
  })
  afterAll(() => rm(folder, { recursive: true }))

  const dkim = (key: string, more: Record<string, string> = {}) => ({
    MAIL_FROM: 'prenotazioni@posta.example.it',
    DKIM_SELECTOR: 'prenoto1',
    DKIM_KEY_FILE: join(folder, key),
    ...more,
  })

  test('is absent unless it is set', () => {
    expect(readSettings({ MAIL_FROM: 'a@example.it' }).mail.dkim).toBeUndefined()
  })

  test('is for the domain of the sender or a configured parent domain', () => {
    expect(readSettings(dkim('good.pem')).mail.dkim).toEqual({
      domainName: 'posta.example.it',
      keySelector: 'prenoto1',
      privateKey: pem(privateKey),
    })
    expect(readSettings(dkim('good.pem', { DKIM_DOMAIN: 'Example.it' })).mail.dkim?.domainName).toBe('example.it')
  })

  test.for([
    [
      'of another domain',
      'good.pem',
      { DKIM_DOMAIN: 'ample.it' },
      /^DKIM_DOMAIN: use the domain of MAIL_FROM, posta\.example\.it, or one above it$/,
    ],
    [
      'with an invalid selector',
      'good.pem',
      { DKIM_SELECTOR: 'due parole' },
      /^DKIM_SELECTOR: use a name such as prenoto1$/,
    ],
    ['whose key file is missing', 'none.pem', {}, /^DKIM_KEY_FILE: the file cannot be read \(ENOENT\)$/],
    [
      'whose key is a public key',
      'public.pem',
      {},
      /^DKIM_KEY_FILE: the file holds no private key in PEM, or one with a passphrase$/,
    ],
    [
      'whose key needs a passphrase',
      'locked.pem',
      {},
      /^DKIM_KEY_FILE: the file holds no private key in PEM, or one with a passphrase$/,
    ],
    ['whose key is too short', 'short.pem', {}, /^DKIM_KEY_FILE: use an RSA key of 2048 bits, or at least 1024$/],
    [
      'whose key type few receivers support',
      'curve.pem',
      {},
      /^DKIM_KEY_FILE: use an RSA key of 2048 bits, or at least 1024$/,
    ],
  ] as const)('%s is refused with a sentence', ([, key, more, sentence]) => {
    expect(() => readSettings(dkim(key, more))).toThrow(StartupError)
    expect(() => readSettings(dkim(key, more))).toThrow(sentence)
  })

  test('rejects an incomplete configuration and names the missing settings', () => {
    expect(() => readSettings({ DKIM_DOMAIN: 'example.it' })).toThrow(
      'DKIM_SELECTOR: needed to sign e-mails\nDKIM_KEY_FILE: needed to sign e-mails\nMAIL_FROM: needed to sign e-mails',
    )
  })
})

describe('the start warns of settings that are probably mistakes:', () => {
  const DATABASE_URL = 'postgres://user@db.example/prenoto'
  const SMTP_URL = 'smtp://user:parola@mail.example'
  const PROVIDER_EMAIL = 'assistenza@prenotazioni-aurora.it'

  test('e-mails that reach no recipient', () => {
    expect(settingWarnings({ DATABASE_URL, PROVIDER_EMAIL })).toEqual([
      'SMTP_URL is not set: e-mails are written to files and not sent',
    ])
    for (const env of [{}, { DATABASE_URL, SMTP_URL, PROVIDER_EMAIL }]) expect(settingWarnings(env)).toEqual([])
  })

  test.for([undefined, '', 'assistenza@prenoto.example', 'aiuto@Example.it', 'a@localhost'])(
    'the contact %s, to which push services cannot write',
    (PROVIDER_EMAIL) => {
      const warning =
        'PROVIDER_EMAIL is missing or an example: push services may refuse notifications, and nobody can write to the provider'
      expect(settingWarnings({ SMTP_URL, ...(PROVIDER_EMAIL !== undefined && { PROVIDER_EMAIL }) })).toEqual([warning])
      expect(settingWarnings({ ...(PROVIDER_EMAIL !== undefined && { PROVIDER_EMAIL }) })).toEqual([])
    },
  )

  test.for([
    ['SMPT_URL', 'SMTP_URL'],
    ['STMP_URL', 'SMTP_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['MAILFROM', 'MAIL_FROM'],
    ['DKIM_KEYFILE', 'DKIM_KEY_FILE'],
  ] as const)('%s, which looks like %s', ([typed, meant]) => {
    expect(settingWarnings({ [typed]: 'segreto' })).toEqual([`${typed} is not a setting: do you mean ${meant}?`])
  })

  test.for(['PRENOTO_SECRET', 'SMTP_PASSWORD', 'MAIL_REPLY_TO', 'DKIM_PASSPHRASE', 'S3_FORCE_PATH_STYLE'])(
    '%s, which looks like one of ours',
    (typed) => {
      expect(settingWarnings({ [typed]: 'segreto' })).toEqual([`${typed} is not a setting of Prenoto`])
    },
  )

  test('but not of correct or empty settings, or of variables of other programs', () => {
    const others = [
      ...[
        'PATH',
        'HOME',
        'HOSTNAME',
        'HOSTTYPE',
        'USER',
        'LOGNAME',
        'SHELL',
        'TERM',
        'LANG',
        'PWD',
        'OLDPWD',
        'TZ',
        'MAIL',
        'MAILTO',
      ],
      ...[
        'PORTAGE_BINHOST',
        'PORTDIR',
        'JOB',
        'JOB_NAME',
        'PORT0',
        'PORT1',
        'POST',
        'DATA',
        'PGHOST',
        'PGDATABASE',
        'DATABASE_HOST',
      ],
      ...[
        'DOCKER_HOST',
        'HTTP_PROXY',
        'HTTP_URL',
        'FTP_URL',
        'AWS_REGION',
        'AWS_ACCESS_KEY_ID',
        'REDIS_URL',
        'NODE_ENV',
        'npm_config_loglevel',
      ],
      ...['NODE_EXTRA_CA_CERTS', 'XDG_DATA_DIRS', 'INVOCATION_ID', 'NOTIFY_SOCKET', 'MAINPID', 'STATE_DIRECTORY'],
      // Kubernetes sets these for services named prenoto and smtp.
      ...[
        'PRENOTO_SERVICE_HOST',
        'PRENOTO_SERVICE_PORT',
        'PRENOTO_SERVICE_PORT_HTTP',
        'PRENOTO_PORT_3000_TCP_ADDR',
        'SMTP_PORT_25_TCP',
      ],
    ]
    const env = {
      PORT: '8080',
      DATABASE_URL,
      SMTP_URL,
      PROVIDER_EMAIL,
      SMPT_URL: '',
      ...Object.fromEntries(others.map((name) => [name, 'x'])),
    }
    expect(settingWarnings({ ...env, PRENOTO_PORT: 'tcp://10.0.0.1:3000' })).toEqual([])
  })
})
