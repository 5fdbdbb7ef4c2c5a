import { roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { aBooking, sharedServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '../lib/log.ts'
import { openJobQueue } from './queue.ts'

const HOURS = ['09:00', '10:00', '11:00', '12:00']
/** The fewest that make a batch. */
const TWO_HOURS = HOURS.slice(0, 2)

/** Accepts bookings without running jobs, so that a worker gets all jobs in one batch. */
const frontend = await sharedServer()

let smtp: SmtpServer
let refused: string | undefined
beforeAll(async () => {
  smtp = await smtpServer({ refuse: (to, stage) => (stage === 'rcpt' && to === refused ? 451 : undefined) })
})
afterAll(() => smtp.close())

beforeEach(async () => {
  refused = undefined
  await frontend.owner.query('delete from pgboss.job')
})

/** Runs jobs until only `failing` ones are left, whose failures are logged and which wait for a retry. */
async function runJobs(failing = 0) {
  const logged: { job?: string }[] = []
  const log = (line: string) => logged.push(JSON.parse(line))
  const worker = await testServer({ url: frontend.url, work: true, smtpUrl: smtp.url, logTo: log, logLevel: 'warn' })
  await expect.poll(() => listJobs()).toHaveLength(failing)
  await worker.close()
  const remainingJobs = await listJobs()
  expect(remainingJobs).toHaveLength(failing)
  expect(logged.map(({ job }) => job)).toEqual(expect.arrayContaining(remainingJobs))
}

/** The ids of jobs, by default of those that are not done. */
async function listJobs(states = ['created', 'active', 'retry']): Promise<string[]> {
  const { rows } = await frontend.owner.query(
    `select id from pgboss.job where state::text = any ($1) and name in ('notify', 'send-email')`,
    [states],
  )
  return rows.map(({ id }) => id)
}

let tenants = 0

type Booked = { id: number; email: string }

/** A tenant with one booking per hour, each by another customer. */
async function aBookedTenant(hours = HOURS) {
  tenants += 1
  const email = `salone${tenants}@example.it`
  const here = await frontend.newTenant({ app_name: `Salone ${tenants}`, email })
  const service = await here.newService()
  const bookings: Booked[] = []
  for (const visit_hour of hours) {
    const address = `cliente${tenants}.${visit_hour.slice(0, 2)}@example.it`
    const { id } = (await here.book(service.id, { ...aBooking, email: address, visit_hour })).json()
    bookings.push({ id, email: address })
  }
  return { ...here, email, bookings }
}

const listNotifiedKeys = async (here: TestTenant) => {
  const rows = await here.db.selectFrom('notifications').select('deduplication_key').orderBy('id').execute()
  return rows.map(({ deduplication_key }) => deduplication_key)
}

const toKeys = (bookings: { id: number }[]) => bookings.map(({ id }) => `booking-created:${id}`)

test('one failing notification and one refused e-mail in a batch fail alone and are retried, and jobs of several tenants see only their own data', async () => {
  const [here, elsewhere] = [await aBookedTenant(), await aBookedTenant(TWO_HOURS)]
  const [first, broken, unreached, last] = here.bookings as [Booked, Booked, Booked, Booked]
  refused = unreached.email
  await frontend.owner.query(
    `alter table notifications add constraint refuse check (deduplication_key <> 'booking-created:${broken.id}')`,
  )

  await runJobs(2)

  expect(await listNotifiedKeys(here)).toEqual(toKeys([first, unreached, last]))
  expect(await listNotifiedKeys(elsewhere)).toEqual(toKeys(elsewhere.bookings))
  for (const { email } of [broken, unreached]) expect(smtp.recipients()).not.toContain(email)
  for (const { email } of [first, last, ...elsewhere.bookings])
    expect(smtp.recipients().filter((to) => to === email)).toHaveLength(1)

  refused = undefined
  await frontend.owner.query('alter table notifications drop constraint refuse')
  await frontend.owner.query('update pgboss.job set start_after = now()')
  await runJobs()

  expect(await listNotifiedKeys(here)).toEqual(toKeys([first, unreached, last, broken]))
  expect(new Set(smtp.messageIds()).size).toBe(smtp.count())
  for (const tenant of [here, elsewhere])
    for (const { email } of [tenant, ...tenant.bookings]) {
      const mails = await smtp.read(email)
      expect(mails).toHaveLength(email === tenant.email ? tenant.bookings.length : 1)
      for (const mail of mails) {
        expect(mail.from?.name).toBe(`Salone ${tenant.email.match(/\d+/)![0]}`)
        expect(mail.html).toContain(tenant.domain)
      }
    }
})

test('a job with an id of another tenant sends nothing, a message with several jobs is sent once, and completed jobs are deleted after some minutes, failed ones not', async () => {
  const [here, elsewhere] = [await aBookedTenant(TWO_HOURS), await aBookedTenant(TWO_HOURS)]
  await runJobs()
  expect(await listJobs(['completed'])).toHaveLength(2 * 3 * TWO_HOURS.length)
  const messages = await here.db.selectFrom('messages').select('id').execute()
  await here.db.updateTable('messages').set({ sent_at: null }).where('tenant_id', '=', here.id).execute()
  const [{ id: message }] = (await elsewhere.db.selectFrom('messages').select('id').limit(1).execute()) as [
    { id: number },
  ]
  await elsewhere.db.updateTable('messages').set({ sent_at: null }).where('id', '=', message).execute()
  const sent = smtp.count()

  const { jobs, ...ctx } = here.ctx()
  await jobs.add(ctx, 'notify', { event: 'booking-created', booking_id: elsewhere.bookings[0]!.id })
  const twice = [...messages, ...messages, { id: message }].map(({ id }) => ({ data: { message_id: id }, priority: 0 }))
  await jobs.addAll(
    ctx,
    'send-email',
    twice.sort((a, b) => a.data.message_id - b.data.message_id),
  )
  await runJobs(1)

  expect(smtp.count()).toBe(sent + messages.length)
  expect(await listNotifiedKeys(here)).toEqual(toKeys(here.bookings))
  expect(await listNotifiedKeys(elsewhere)).toEqual(toKeys(elsewhere.bookings))

  await frontend.owner.query(
    `update pgboss.job set created_on = created_on - interval '10 minutes', completed_on = completed_on - interval '10 minutes'`,
  )
  // pg-boss maintains a queue once a minute: this makes every queue due now.
  await frontend.owner.query('update pgboss.queue set maintain_on = null')
  const queue = await openJobQueue(roleUrlsAt(frontend.url), openLog('fatal'))
  await queue.boss.supervise()
  await queue.stop()

  // The supervisor of `frontend` may have locked the queue first and still be deleting.
  await expect.poll(() => listJobs(['completed'])).toEqual([])
  expect(await listJobs()).toHaveLength(1)
})
