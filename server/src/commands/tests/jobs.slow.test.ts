import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { spawnWorker } from '@prenoto/test-support/processes/worker-process.ts'
import { aBooking, nextMonday, type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

let server: TestServer
let smtp: SmtpServer
let knows = false
beforeAll(async () => {
  server = await testServer()
  server.clock.now = Temporal.Now.instant()
  smtp = await smtpServer({ refuse: (_to, at) => (at === 'data' && !knows ? 451 : undefined) })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

const settings = () => ({ DATABASE_URL: server.url, SMTP_URL: smtp.url, MAIL_FROM: 'prenoto@example.it' })

const run = (...words: string[]) => callCli(settings(), ...words)

test('a server with JOBS=off leaves jobs to a worker, commands list and retry them, and both processes stop in order', {
  tags: ['11.8'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const idle = spawnServer({ ...settings(), JOBS: 'off' })
  onTestFinished(async () => void (await idle.end('SIGINT')))
  await idle.ready()
  const { status } = await idle.callUntilServed({
    host: here.domain,
    method: 'POST',
    path: `/client/bookings/create/${service.id}`,
    payload: { ...aBooking, visit_day: nextMonday(), email: 'giulia.sparapani@example.it' },
  })
  const waiting = await run('jobs', 'list')
  const worker = spawnWorker({ ...settings(), WORKER_PORT: '0', HOST: '127.0.0.1' })
  onTestFinished(async () => void (await worker.end('SIGINT')))
  await worker.ready()
  const list = async () => (await run('jobs', 'list')).stdout
  // Only the command below retries the e-mail.
  const postpone = `update pgboss.job set start_after = now() + interval '1 hour' where name = 'send-email' and state = 'retry'`
  await expect.poll(() => server.owner.query(postpone)).toMatchObject({ rowCount: 1 })
  const failed = await list()
  expect(failed).toMatch(
    /^[0-9a-f-]{36}\tsend-email\tretry at \S+Z\tconfirmation\t\S+\.example\tbooking \d+\tmessage \d+\t\d attempts?\tSending the e-mail failed with \w+, answer 451 to \w+/m,
  )
  const address = /Health checks and metrics on (\S+)/.exec(worker.output())![1]
  const [health, readiness, metrics] = await Promise.all(
    ['/healthz', '/readyz', '/metrics'].map(async (path) => (await fetch(address + path)).text()),
  )
  knows = true
  expect((await run('jobs', 'retry', '--all')).stdout).toBe('1 job retried.\n')
  await expect.poll(() => smtp.recipients()).toEqual(['giulia.sparapani@example.it'])
  await expect.poll(list, { interval: 300 }).toBe('There are no unfinished jobs.\n')

  expect(status).toBe(201)
  expect(waiting.stdout).toMatch(
    /^[0-9a-f-]{36}\tnotify\tcreated\tbooking-created\t\S+\.example\tbooking \d+\t-\t0 attempts\n$/,
  )
  expect(failed).not.toContain('giulia')
  expect([health!, readiness!].map((text) => JSON.parse(text))).toMatchObject([{ status: 'up' }, { status: 'ready' }])
  expect(metrics).toMatch(/prenoto_job_attempts_total\{queue="send-email",outcome="retried"\} \d/)
  expect(metrics).toMatch(/prenoto_emails_total\{outcome="failed"\} \d/)
  expect(metrics).toContain('prenoto_jobs_oldest_seconds{queue="send-email",state="retry"}')
  expect(await Promise.all([worker.end('SIGTERM'), idle.end('SIGTERM')])).toMatchObject([{ code: 0 }, { code: 0 }])
})

test.for([
  [['jobs', 'retry'], 'Name one job, or use --all.'],
  [['jobs', 'retry', '3f1e2a44-0000-4000-8000-000000000000', '--all'], 'Name one job, or use --all.'],
  [['jobs', 'retry', '42'], 'Use the id of a job'],
  [['jobs', 'retry', '3f1e2a44-0000-4000-8000-000000000000'], 'has failed or waits for a retry'],
] as const)('%j fails with one sentence', async ([words, sentence]) => {
  const { code, stderr } = await run(...words)

  expect(code).toBe(1)
  expect(stderr).toContain(sentence)
})
