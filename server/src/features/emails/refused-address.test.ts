import { openStream } from '@prenoto/test-support/http/event-stream.ts'
import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { aBooking, type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { wakeWorkers } from '@prenoto/test-support/server/wake-workers.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listJobs } from '../../queue/jobs.repository.ts'
import { retryJobs } from '../../queue/retry-jobs.ts'
import { LASTING_FAILURE_RETRIES } from '../../queue/workers.ts'

const WRONG = 'giulia@gmial.example'
const RIGHT = 'giulia@gmail.example'

let smtp: SmtpServer
let server: TestServer
let here: TestTenant
let staff: Awaited<ReturnType<TestTenant['as']>>
let answer: number | string | undefined
beforeAll(async () => {
  smtp = await smtpServer({ refuse: (to, at) => (at === 'rcpt' && to !== RIGHT ? answer : undefined) })
  server = await testServer({ work: true, smtpUrl: smtp.url })
  await server.listen()
})
beforeEach(async () => {
  answer = '550 5.1.1 no such user'
  here = await server.newTenant()
  staff = await here.as('operator')
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

async function book(booking: object = {}) {
  const service = await here.newService()
  const { id } = (await here.book(service.id, { email: WRONG, ...booking })).json()
  const change = (changes: object) =>
    staff.put(`/bookings/update/${id}`, { ...aBooking, service_id: service.id, email: WRONG, ...changes })
  return { id: id as number, change }
}

const jobsHere = async () => (await listJobs(server.owner, 100)).filter(({ tenant }) => tenant === here.id)

/** Runs all jobs, without retries of refused e-mails, until only failed ones are left. */
const waitUntilSettled = () =>
  expect
    .poll(async () => {
      await server.owner.query(
        `update pgboss.job set start_after = least(start_after, now()), retry_count = $1
         where state in ('created', 'retry') and name in ('notify', 'send-email')`,
        [LASTING_FAILURE_RETRIES],
      )
      wakeWorkers(server, ['notify', 'send-email'])
      return (await jobsHere()).filter(({ state }) => state !== 'failed')
    })
    .toEqual([])

const isMarked = async (id: number) => {
  const one = (await staff.get(`/bookings/${id}`)).json().email_refused
  const [ofDay] = (await staff.post('/bookings/events', { from: '2026-11-23', to: '2026-11-24' })).json()
  const [ofAll] = (await staff.get('/bookings')).json().bookings
  expect([ofDay.email_refused, ofAll.email_refused]).toEqual([one, one])
  return one
}

const notices = async () =>
  (await staff.get('/notifications'))
    .json()
    .notifications.filter(({ title }: { title: string }) => title === 'Email non consegnata')
    .map(({ message }: { message: string }) => message)

test('a refused address is marked at the booking until it is corrected, and staff get a notification', async () => {
  const { id, change } = await book()
  expect(await isMarked(id)).toBe(false)
  await waitUntilSettled()

  expect(await isMarked(id)).toBe(true)
  expect(await notices()).toEqual([
    'Lunedì 23 novembre alle 09:00: l’email a Giulia Verdi per Taglio non è stata consegnata, l’indirizzo è stato rifiutato. Correggi l’indirizzo nella prenotazione, oppure avvisa per telefono.',
  ])
  const refused = await here.db
    .selectFrom('messages')
    .select(['kind', 'refusal'])
    .where('refused_at', 'is not', null)
    .execute()
  expect(refused).toEqual([{ kind: 'confirmation', refusal: '550 5.1.1' }])
  const { body: metrics } = await server.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(metrics).toMatch(/prenoto_messages_last_day\{kind="confirmation",outcome="refused"\} \d/)

  const stream = await openStream(server.app, here.domain, '/notifications/stream', {
    authorization: `Bearer ${staff.token}`,
  })
  expect((await change({ email: RIGHT })).statusCode).toBe(200)
  await waitUntilSettled()

  expect(await isMarked(id)).toBe(false)
  expect(smtp.recipients()).toContain(RIGHT)
  // Events of the change and of the removed mark.
  await expect.poll(() => stream.events.filter(({ event }) => event === 'bookings').length).toBe(2)
  stream.close()
  expect(await notices()).toHaveLength(1)
})

test('another refusal adds a notification only if the booking has changed, a delivery removes the mark, an erasure the name', async () => {
  const { id, change } = await book()
  await waitUntilSettled()
  const retry = async () => {
    for (const job of await jobsHere()) if (job.state === 'failed') await retryJobs(server.owner, job.id)
    await waitUntilSettled()
  }
  await retry()
  expect(await notices()).toHaveLength(1)

  await change({ visit_day: '2026-11-24' })
  await waitUntilSettled()
  expect(await notices()).toHaveLength(2)
  expect((await notices())[0]).toContain('Martedì 24 novembre')
  const isRefused = async () => (await staff.get(`/bookings/${id}`)).json().email_refused
  expect(await isRefused()).toBe(true)

  answer = undefined
  await retry()
  expect(await isRefused()).toBe(false)
  const refusals = here.db.selectFrom('messages').select('id').where('refused_at', 'is not', null)
  expect(await refusals.where('refusal_resolved_at', 'is', null).execute()).toEqual([])

  const admin = await here.as('admin')
  const now = server.clock.now
  server.clock.now = now.add({ hours: 24 * 7 })
  const later = here.withToken(await here.newSession(admin.id))
  const [customer] = (await later.get('/customers')).json().customers
  const { statusCode } = await later.delete(`/customers/${customer.id}`)
  server.clock.now = now
  expect(statusCode).toBe(204)
  expect(await here.db.selectFrom('notifications').select('id').where('message', 'like', '%Giulia%').execute()).toEqual(
    [],
  )
})

test('a refusal of the sender or of the address of the business does not mark the booking', async () => {
  answer = '550 5.7.26 unauthenticated'
  const theirs = await book()
  await waitUntilSettled()
  answer = '550 5.1.1 no such user'
  await here.db
    .updateTable('configurations')
    .set({ email: 'nessuno@salone.example' })
    .where('tenant_id', '=', here.id)
    .execute()
  const ours = await book({ email: RIGHT, visit_hour: '10:00' })
  await waitUntilSettled()

  const failed = (await jobsHere()).map(({ kind, state }) => `${kind} ${state}`)
  expect(failed.sort()).toEqual(['confirmation failed', 'new-booking failed'])
  for (const { id } of [theirs, ours]) expect((await staff.get(`/bookings/${id}`)).json().email_refused).toBe(false)
  expect(await notices()).toEqual([])
})

test('a refused cancellation e-mail notifies staff only if staff have cancelled', async () => {
  const [theirs, ownBooking] = [await book(), await book()]
  await waitUntilSettled()
  await here.db.deleteFrom('notifications').where('tenant_id', '=', here.id).execute()

  await staff.delete(`/bookings/delete/${theirs.id}`)
  await endUndoTime(server)
  const { hidden_id } = (await staff.get(`/bookings/${ownBooking.id}`)).json()
  await here.delete(`/client/bookings/delete/${hidden_id}`)
  await waitUntilSettled()

  expect(await notices()).toEqual([
    'Lunedì 23 novembre alle 09:00: l’email a Giulia Verdi per Taglio non è stata consegnata, l’indirizzo è stato rifiutato. Avvisa per telefono.',
  ])
})
