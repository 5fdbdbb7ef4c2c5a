import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { newCertificate } from '@prenoto/test-support/mail/certificate.ts'
import { verifyDkim } from '@prenoto/test-support/mail/dkim.ts'
import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { runDelayedJobs } from '@prenoto/test-support/server/run-delayed-jobs.ts'
import { type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '../lib/log.ts'
import { listJobs } from '../queue/jobs.repository.ts'
import { retryJobs } from '../queue/retry-jobs.ts'
import type { MailSettings } from '../settings/settings.ts'
import { openMailer } from './mailer.ts'

const closing: (() => Promise<unknown>)[] = []
let lines: string[] = []
/** The port of the mail server of `server`; each test starts its own. */
let port: number
let server: TestServer
beforeAll(async () => {
  port = await freePort()
  server = await testServer({ work: true, smtpUrl: `smtp://127.0.0.1:${port}`, logTo: (line) => lines.push(line) })
})
afterAll(() => server.close())
beforeEach(() => {
  lines = []
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Delivers an e-mail without a queue. */
async function deliver(settings: Omit<MailSettings, 'from'>) {
  const log = openLog('info', { write: (line) => lines.push(line) })
  const mailer = openMailer({ from: 'prenoto@example.it', ...settings }, 'unused', log)
  closing.push(() => mailer.close())
  await mailer.deliver({
    kind: 'confirmation',
    fromName: 'Salone',
    to: EMAIL,
    isByStaff: false,
    messageId: randomUUID(),
    subject: 'Prenotazione confermata',
    text: 'Ti aspettiamo.',
  })
}

async function anSmtpServer(options: Parameters<typeof smtpServer>[0] = {}) {
  const smtp = await smtpServer(options)
  closing.push(() => smtp.close())
  return smtp
}

/** A port without a listener. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const warnings = () => lines.map((line) => JSON.parse(line)).flatMap(({ level, msg }) => (level > 30 ? [msg] : []))

const EMAIL = 'ermenegilda.sparapani@example.it'

async function aBookedSalon(to = server) {
  const here = await to.newTenant()
  const service = await here.newService()
  const booked = await here.book(service.id, { email: EMAIL })
  expect(booked.statusCode).toBe(201)
  return { here, service }
}

const jobsIn = async (state: string) =>
  (await listJobs(server.owner, 100)).filter((job) => job.state === state && job.kind === 'confirmation')

/** Waits until the confirmation has failed this often, and makes each retry due at once. */
async function attempt(times: number) {
  await expect
    .poll(
      async () => {
        await runDelayedJobs(server)
        return (await listJobs(server.owner, 100)).find((job) => job.kind === 'confirmation')?.attempts
      },
      { interval: 300 },
    )
    .toBeGreaterThanOrEqual(times)
}

const arrives = (smtp: SmtpServer) =>
  expect
    .poll(
      async () => {
        await runDelayedJobs(server)
        return smtp.recipients()
      },
      { interval: 300 },
    )
    .toEqual([EMAIL])

const listNotifications = (here: TestTenant) => here.db.selectFrom('notifications').select('id').execute()

test('bookings work while the mail server is down, and the e-mail is sent when it is back', {
  tags: ['11.7', '11.9'],
}, async () => {
  const { here } = await aBookedSalon()
  await attempt(2)
  expect(await listNotifications(here)).toHaveLength(1)
  const smtp = await anSmtpServer({ port })

  await arrives(smtp)
  await expect.poll(warnings).toEqual(['connection lost', 'connection restored'])
})

test('a silent mail server delays neither bookings nor notifications', {
  tags: ['11.7'],
}, async () => {
  const connections: Socket[] = []
  const silent = createServer((socket) => connections.push(socket.on('error', () => {}))).listen(port, '127.0.0.1')
  await once(silent, 'listening')

  const { here, service } = await aBookedSalon()
  await expect.poll(() => connections.length).toBeGreaterThan(0)
  // The connection stays open during the following requests.
  expect((await here.book(service.id, { visit_hour: '10:00', email: 'x@example.it' })).statusCode).toBe(201)
  await expect.poll(() => listNotifications(here)).toHaveLength(2)
  expect(connections[0]!.destroyed).toBe(false)
  expect(await jobsIn('active')).not.toEqual([])

  for (const connection of connections) connection.destroy()
  await new Promise((resolve) => silent.close(resolve))
  const smtp = await anSmtpServer({ port })
  await expect
    .poll(
      async () => {
        await runDelayedJobs(server)
        return smtp.recipients().sort()
      },
      { interval: 300 },
    )
    .toEqual([EMAIL, 'x@example.it'])
})

test.for([
  ['always', 'smtps'],
  ['offered', 'smtp'],
] as const)('sends e-mails over TLS (%s) with the account in SMTP_URL', async ([tls, scheme]) => {
  const account = { user: 'prenoto@example.it', password: 'p@ss:wo/rd' }
  const smtp = await anSmtpServer({ tls, account })
  const logIn = `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}`

  await deliver({ smtpUrl: `${scheme}://${logIn}@127.0.0.1:${smtp.port}/?tls.rejectUnauthorized=false` })

  expect(smtp.sessions).toEqual([{ secure: true, user: account.user }])
})

const authority = newCertificate({ name: 'Autorità di prova', isAuthority: true, days: [-10, 10] })
const { by } = authority
const trusting = `tls.ca=${encodeURIComponent(authority.cert)}`

test.for([
  ['is self-signed: add it to NODE_EXTRA_CA_CERTS', { name: '127.0.0.1' }],
  ['is signed by an untrusted authority: add it to NODE_EXTRA_CA_CERTS', { name: '127.0.0.1', by }, ''],
  ['has expired', { name: '127.0.0.1', by, days: [-9, -1] }],
  ['is not valid yet, or the clock of this machine is wrong', { name: '127.0.0.1', by, days: [1, 9] }],
  ['is for another name than the one in SMTP_URL', { name: 'mail.example.it', by }],
] as const)(
  'sends no e-mail and logs it if the certificate of the mail server %s',
  async ([problem, options, query = trusting]) => {
    const certificate = newCertificate({ ...options, days: 'days' in options ? [...options.days] : undefined })
    const [always, offered] = [
      await anSmtpServer({ tls: 'always', certificate }),
      await anSmtpServer({ tls: 'offered', certificate }),
    ]
    const sentence = new RegExp(
      `^Sending the e-mail failed: the certificate of the mail server ${problem} \\([A-Z_]+\\)$`,
    )

    for (const smtpUrl of [
      `smtps://127.0.0.1:${always.port}/?${query}`,
      `smtp://127.0.0.1:${offered.port}/?${query}`,
    ]) {
      await expect(deliver({ smtpUrl })).rejects.toThrow(sentence)
      expect(JSON.parse(lines.find((line) => line.includes('connection lost'))!).err.message).toMatch(sentence)
      expect(lines.join('')).not.toMatch(/ermenegilda/i)
      lines = []
    }
    expect([always.count(), offered.count()]).toEqual([0, 0])
  },
)

test.for([
  [
    'offers no TLS where SMTP_URL requires it',
    'smtp',
    '?requireTLS=true',
    {},
    'the mail server offers no STARTTLS, which SMTP_URL requires',
  ],
  [
    'speaks no TLS where SMTP_URL begins with it',
    'smtps',
    '',
    {},
    'the mail server speaks no TLS on this port: use smtp:// in SMTP_URL, or another port (ERR_SSL_WRONG_VERSION_NUMBER)',
  ],
  [
    'does not know the account',
    'smtps',
    `?${trusting}`,
    { tls: 'always', certificate: newCertificate({ name: '127.0.0.1', by }), account: { user: 'a', password: 'b' } },
    'the mail server refused the log-in in SMTP_URL, answer 535 to AUTH PLAIN',
  ],
] as const)('reports that a mail server %s', async ([, scheme, query, options, sentence]) => {
  const smtp = await anSmtpServer(options)
  const smtpUrl = `${scheme}://nome:parola@127.0.0.1:${smtp.port}/${query}`

  await expect(deliver({ smtpUrl })).rejects.toThrow(`Sending the e-mail failed: ${sentence}`)
  expect(lines.join('')).not.toMatch(/parola|ermenegilda/i)
})

test('signs e-mails with DKIM, so that a changed one fails the verification', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const dns = { 'prenoto1._domainkey.example.it': `v=DKIM1; k=rsa; p=${p}` }
  const smtp = await anSmtpServer()
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const dkim = { domainName: 'example.it', keySelector: 'prenoto1', privateKey: privatePem }

  await deliver({ smtpUrl: smtp.url, dkim })

  const raw = smtp.raw()[0]!
  const signed = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type']
  expect(verifyDkim(raw, dns)).toEqual({ domain: 'example.it', headers: expect.arrayContaining(signed) })
  expect(() => verifyDkim(raw.replace(/^Subject: /m, 'Subject: Non '), dns)).toThrow('the headers were changed')
  expect(() => verifyDkim(`${raw}Poi paga 100 euro.\r\n`, dns)).toThrow('the body was changed')
  expect(() => verifyDkim(raw.replace(/^dkim-signature/im, 'X-Other'), dns)).toThrow('not signed')
})

test('stops retries of a refused address early, lists it and can retry it', {
  tags: ['11.8'],
}, async () => {
  let knows = false
  const smtp = await anSmtpServer({ port, refuse: (_to, at) => (at === 'rcpt' && !knows ? 550 : undefined) })

  await aBookedSalon()
  await attempt(6)
  await expect.poll(() => jobsIn('failed')).toHaveLength(1)
  const [failed] = await jobsIn('failed')
  const { body: metrics } = await server.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })

  expect(failed).toMatchObject({
    queue: 'send-email',
    attempts: 6,
    reason: 'Sending the e-mail failed: the mail server refused the recipient, answer 550 to RCPT TO',
  })
  expect(metrics).toContain('prenoto_jobs{queue="send-email",state="failed"} 1')
  expect(metrics).toContain('prenoto_messages_last_day{kind="confirmation",outcome="refused"} 1')
  expect(metrics).toMatch(/prenoto_messages_last_day\{kind="new-booking",outcome="dropped"\} [1-9]/)
  expect(lines.join('')).toContain('failed for good')
  expect(lines.join('')).not.toMatch(/ermenegilda/i)

  knows = true
  expect(await retryJobs(server.owner, failed!.id)).toBe(1)
  await arrives(smtp)
  expect(await jobsIn('failed')).toEqual([])
})

test('retries temporary refusals, and does not send a message again when its job runs again', {
  tags: ['11.6'],
}, async () => {
  const refused = ['rcpt', 'rcpt', 'data', 'data']
  const smtp = await anSmtpServer({
    port,
    refuse: (_to, at) => {
      if (at !== refused[0]) return undefined
      refused.shift()
      return 451
    },
  })
  const { here } = await aBookedSalon()
  await arrives(smtp)
  expect(refused).toEqual([])
  const unsent = () => server.owner.query('select from messages where sent_at is null and drop_reason is null')
  await expect.poll(async () => (await unsent()).rowCount).toBe(0)
  const [message] = await here.db.selectFrom('messages').select('id').where('kind', '=', 'confirmation').execute()

  const { jobs, ...ctx } = here.ctx()
  for (let i = 0; i < 5; i++) await jobs.add(ctx, 'send-email', { message_id: message!.id })
  jobs.wake()
  await expect.poll(() => listJobs(server.owner, 100)).toEqual([])

  expect(smtp.count()).toBe(1)
})

test('without a mail server, writes each e-mail to a file and logs no name', async () => {
  const alone = await testServer({ work: true, logTo: (line) => lines.push(line) })
  closing.push(() => alone.close())

  await aBookedSalon(alone)
  const findFile = async () => (await readdir(alone.mailFolder).catch(() => []))[0]
  await expect.poll(findFile).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-confirmation-[0-9a-f]{12}\.eml$/)

  const file = await findFile()
  const mail = await PostalMime.parse(await readFile(join(alone.mailFolder, file!)))
  expect(mail).toMatchObject({
    to: [{ address: EMAIL }],
    subject: 'Prenotazione confermata: Taglio, lunedì 23 novembre alle 09:00',
  })
  expect(lines.filter((line) => line.includes(file!))).toHaveLength(1)
  expect(lines.join('')).not.toMatch(/ermenegilda/i)
})
