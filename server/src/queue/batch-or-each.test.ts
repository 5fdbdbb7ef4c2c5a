import { roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { aBooking, sharedServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '../lib/log.ts'
import { openJobQueue } from './queue.ts'

const HOURS = ['09:00', '10:00', '11:00', '12:00']

/** Takes bookings and runs no jobs, so that whoever begins to run them meets all at once. */
const desk = await sharedServer()

let smtp: SmtpServer
let refused: string | undefined
beforeAll(async () => {
  smtp = await smtpServer({ refuse: (to, stage) => (stage === 'rcpt' && to === refused ? 451 : undefined) })
})
afterAll(() => smtp.close())

beforeEach(async () => {
  refused = undefined
  await desk.owner.query('delete from pgboss.job')
})

/** Runs jobs until none is left, or until the others have been done and `failing` wait for another attempt. */
async function runJobs(failing = 0) {
  const logged: { level: number; job?: string }[] = []
  const log = (line: string) => logged.push(JSON.parse(line))
  const worker = await testServer({ url: desk.url, work: true, smtpUrl: smtp.url, logTo: log, logLevel: 'warn' })
  await expect.poll(() => jobsIn(['created', 'active'])).toBe(0)
  await worker.close()
  expect(await jobsIn(['retry'])).toBe(failing)
  return logged
}

async function jobsIn(states: string[]) {
  const { rows } = await desk.owner.query('select from pgboss.job where state::text = any ($1)', [states])
  return rows.length
}

let shops = 0

/** A business with an address of its own, and a booking of each hour, each by somebody else. */
async function aBookedShop() {
  shops += 1
  const email = `salone${shops}@example.it`
  const here = await desk.newTenant({ app_name: `Salone ${shops}`, email })
  const service = await here.newService()
  const bookings = []
  for (const visit_hour of HOURS) {
    const address = `cliente${shops}.${visit_hour.slice(0, 2)}@example.it`
    const { id } = (await here.book(service.id, { ...aBooking, email: address, visit_hour })).json()
    bookings.push({ id, email: address })
  }
  return { ...here, email, bookings }
}

const notifiedOf = async (here: TestTenant) => {
  const rows = await here.db.selectFrom('notifications').select('deduplication_key').orderBy('id').execute()
  return rows.map(({ deduplication_key }) => deduplication_key)
}

const causesOf = (bookings: { id: number }[]) => bookings.map(({ id }) => `booking-created:${id}`)

test('of bookings that are told of together one that cannot be told fails alone, and is told of later', async () => {
  const [here, elsewhere] = [await aBookedShop(), await aBookedShop()]
  const [first, poisoned, ...others] = here.bookings
  await desk.owner.query(
    `alter table notifications add constraint refuse check (deduplication_key <> 'booking-created:${poisoned!.id}')`,
  )

  const logged = await runJobs(1)

  expect(logged).toHaveLength(1)
  expect(await notifiedOf(here)).toEqual(causesOf([first!, ...others]))
  expect(await notifiedOf(elsewhere)).toEqual(causesOf(elsewhere.bookings))
  expect(smtp.recipients()).not.toContain(poisoned!.email)
  for (const { email } of [first!, ...others, ...elsewhere.bookings])
    expect(smtp.recipients().filter((to) => to === email)).toHaveLength(1)

  await desk.owner.query('alter table notifications drop constraint refuse')
  await desk.owner.query('update pgboss.job set start_after = now()')
  await runJobs()

  expect(await notifiedOf(here)).toEqual(causesOf([first!, ...others, poisoned!]))
  expect(smtp.recipients().filter((to) => to === poisoned!.email)).toHaveLength(1)
})

test('of e-mails that leave together one that is refused fails alone, and is sent again', async () => {
  const here = await aBookedShop()
  refused = here.bookings[1]!.email

  const logged = await runJobs(1)

  expect(logged).toHaveLength(1)
  const told = smtp.recipients().filter((to) => here.bookings.some(({ email }) => email === to))
  expect(told.sort()).toEqual(here.bookings.map(({ email }) => email).filter((email) => email !== refused))

  refused = undefined
  await desk.owner.query('update pgboss.job set start_after = now()')
  await runJobs()
  expect(smtp.recipients()).toContain(here.bookings[1]!.email)
  expect(new Set(smtp.messageIds()).size).toBe(smtp.count())
})

test('the jobs of several businesses that are taken together see and tell each of its own alone', async () => {
  const [here, elsewhere] = [await aBookedShop(), await aBookedShop()]

  await runJobs()

  for (const shop of [here, elsewhere]) {
    expect(await notifiedOf(shop)).toEqual(causesOf(shop.bookings))
    for (const { email } of [shop, ...shop.bookings]) {
      const mails = await smtp.read(email)
      expect(mails).toHaveLength(email === shop.email ? HOURS.length : 1)
      for (const mail of mails) {
        expect(mail.from?.name).toBe(`Salone ${shop.email.match(/\d+/)![0]}`)
        expect(mail.html).toContain(shop.domain)
      }
    }
  }
})

test('a job that names what is another business’s tells nobody of it', async () => {
  const [here, elsewhere] = [await aBookedShop(), await aBookedShop()]
  await runJobs()
  const [{ id: message }] = (await elsewhere.db.selectFrom('messages').select('id').limit(1).execute()) as [
    { id: number },
  ]
  await elsewhere.db.updateTable('messages').set({ sent_at: null }).where('id', '=', message).execute()
  const sent = smtp.count()

  const { jobs, ...ctx } = here.ctx()
  await jobs.add(ctx, 'notify', { event: 'booking-created', booking_id: elsewhere.bookings[0]!.id })
  await jobs.add(ctx, 'send-email', { message_id: message })
  await runJobs(1)

  expect(smtp.count()).toBe(sent)
  expect(await notifiedOf(here)).toEqual(causesOf(here.bookings))
  expect(await notifiedOf(elsewhere)).toEqual(causesOf(elsewhere.bookings))
})

test('a message for which several jobs were added is sent once', async () => {
  const here = await aBookedShop()
  await runJobs()
  const messages = await here.db.selectFrom('messages').select('id').execute()
  await here.db.updateTable('messages').set({ sent_at: null }).where('tenant_id', '=', here.id).execute()
  const sent = smtp.count()

  const { jobs, ...ctx } = here.ctx()
  const twice = [...messages, ...messages].map(({ id }) => ({ data: { message_id: id }, priority: 0 }))
  await jobs.addAll(
    ctx,
    'send-email',
    twice.sort((a, b) => a.data.message_id - b.data.message_id),
  )
  await runJobs()

  expect(smtp.count()).toBe(sent + messages.length)
})

test('jobs that are done are gone some minutes later; what waits or has failed stays', async () => {
  const here = await aBookedShop()
  await runJobs()
  const { jobs, ...ctx } = here.ctx()
  await jobs.add(ctx, 'notify', { event: 'booking-created', booking_id: here.bookings[0]!.id })
  expect(await jobsIn(['completed'])).toBe(3 * HOURS.length)
  await desk.owner.query(
    `update pgboss.job set created_on = created_on - interval '10 minutes', completed_on = completed_on - interval '10 minutes'`,
  )

  // pg-boss maintains a queue once a minute: this makes every queue due now.
  await desk.owner.query('update pgboss.queue set maintain_on = null')
  const queue = await openJobQueue(roleUrlsAt(desk.url), openLog('fatal'))
  await queue.boss.supervise()
  await queue.stop()

  // The supervisor of `desk` may have claimed the queue first and still be deleting.
  await expect.poll(() => jobsIn(['completed'])).toBe(0)
  expect(await jobsIn(['created'])).toBe(1)
})
