import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { spawnWorker } from '@prenoto/test-support/processes/worker-process.ts'
import { aBooking, nextMonday, type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

let server: TestServer
let smtp: SmtpServer
let knows = true
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

/** Workers that a failed test has left would send the e-mails of the next one. */
const workers: ReturnType<typeof spawnWorker>[] = []
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.end('SIGTERM')
})

function aWorker(more: Record<string, string> = {}) {
  const worker = spawnWorker({ ...settings(), ...more })
  workers.push(worker)
  return worker
}

const aVisit = { ...aBooking, visit_day: nextMonday() }

async function bookFor(email: string) {
  const here = await server.newTenant()
  const service = await here.newService()
  return here.book(service.id, { ...aVisit, email })
}

test('lists and retries unfinished jobs, and a worker drains when it is stopped', {
  tags: ['11.8'],
}, async () => {
  knows = false
  await bookFor('giulia.sparapani@example.it')
  const waiting = await run('jobs', 'list')
  const worker = aWorker({ WORKER_PORT: '0', HOST: '127.0.0.1' })
  await worker.ready()
  await expect.poll(async () => (await run('jobs', 'list')).stdout).toContain('answer 451')
  const address = /Health checks and metrics on (\S+)/.exec(worker.output())![1]
  const [health, readiness, metrics] = await Promise.all(
    ['/healthz', '/readyz', '/metrics'].map(async (path) => (await fetch(address + path)).text()),
  )
  const stopped = await worker.end('SIGTERM')
  const failed = await run('jobs', 'list')
  knows = true
  const retried = await run('jobs', 'retry', '--all')
  const another = aWorker()
  await expect.poll(() => smtp.count()).toBe(1)
  await expect.poll(async () => (await run('jobs', 'list')).stdout).toBe('There are no unfinished jobs.\n')

  expect(waiting.stdout).toMatch(
    /^[0-9a-f-]{36}\tnotify\tcreated\tbooking-created\t\S+\.example\tbooking \d+\t-\t0 attempts\n$/,
  )
  expect(failed.stdout).toMatch(
    /^[0-9a-f-]{36}\tsend-email\tretry at \S+Z\tconfirmation\t\S+\.example\tbooking \d+\tmessage \d+\t\d attempts\tSending the e-mail failed with \w+, answer 451 to \w+/m,
  )
  expect(failed.stdout).not.toContain('giulia')
  expect([health!, readiness!].map((text) => JSON.parse(text))).toMatchObject([{ status: 'up' }, { status: 'ready' }])
  expect(metrics).toMatch(/prenoto_job_attempts_total\{queue="send-email",outcome="retried"\} \d/)
  expect(metrics).toMatch(/prenoto_emails_total\{outcome="failed"\} \d/)
  expect(metrics).toContain('prenoto_jobs_oldest_seconds{queue="send-email",state="retry"}')
  expect(retried.stdout).toBe('1 job retried.\n')
  expect([stopped, await another.end('SIGTERM')]).toMatchObject([{ code: 0 }, { code: 0 }])
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

test('a server with JOBS=off leaves jobs to the workers', { tags: ['11.8'] }, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const idle = spawnServer({ ...settings(), JOBS: 'off' })
  await idle.ready()

  const payload = { ...aVisit, email: 'marta@example.it' }
  const { status } = await idle.callUntilServed({
    host: here.domain,
    method: 'POST',
    path: `/client/bookings/create/${service.id}`,
    payload,
  })
  const listed = await run('jobs', 'list')
  const worker = aWorker()
  await expect.poll(() => smtp.recipients()).toContain('marta@example.it')

  expect(status).toBe(201)
  expect(listed.stdout).toContain('notify\tcreated')
  expect(await idle.end('SIGTERM')).toMatchObject({ code: 0 })
  expect(await worker.end('SIGTERM')).toMatchObject({ code: 0 })
})
