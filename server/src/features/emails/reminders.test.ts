import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import {
  aBooking,
  NOW,
  type TestServer,
  type TestTenant,
  testServer,
} from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let smtp: SmtpServer
let server: TestServer
beforeAll(async () => {
  smtp = await smtpServer()
  server = await testServer({ work: true, smtpUrl: smtp.url })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})
beforeEach(() => {
  server.clock.now = NOW
})

let people = 0

/** A tenant with reminders two days before, and a booking on Thursday at nine. */
async function aBookedSalon(configuration: object = {}) {
  const here = await server.newTenant({ app_day_reminder: 2, ...configuration })
  const service = await here.newService()
  const email = `persona.${++people}@example.it`
  const booking = { ...aBooking, email, visit_day: '2026-11-26' }
  const booked = (await here.book(service.id, booking)).json()
  return { ...here, service, email, booking, booked }
}

const at = (day: string, time: string) => {
  server.clock.now = toInstant(parsePlainDate(day), parsePlainTime(time), 'Europe/Rome')
}

/** Runs the periodic task of each process, then waits for all jobs of the tenant. */
async function runMinuteTasks(here: TestTenant) {
  await server.planReminderJobs()
  here.ctx().jobs.wake()
  await done(here)
}

const done = (here: TestTenant) => waitForJobs(server, here)

const remindersTo = async (email: string) =>
  (await smtp.read(email)).filter(({ subject }) => subject?.startsWith('Promemoria')).map(({ subject }) => subject)

test('sends one reminder on the day from nine, however often it is planned', { tags: ['9.28'] }, async () => {
  const here = await aBookedSalon()

  at('2026-11-24', '08:59:00')
  await runMinuteTasks(here)
  expect(await remindersTo(here.email)).toEqual([])

  at('2026-11-24', '09:01:00')
  await Promise.all([server.planReminderJobs(), server.planReminderJobs(), server.planReminderJobs()])
  for (let i = 0; i < 3; i++) await here.ctx().jobs.add(here.ctx(), 'plan-reminders', {})
  await runMinuteTasks(here)
  at('2026-11-25', '09:01:00')
  await runMinuteTasks(here)

  expect(await remindersTo(here.email)).toEqual(['Promemoria: Taglio, giovedì 26 novembre alle 09:00'])
})

test('sends missed reminders of a day without a running server', async () => {
  const here = await aBookedSalon()

  at('2026-11-25', '07:30:00')
  await runMinuteTasks(here)

  expect(await remindersTo(here.email)).toHaveLength(1)
})

test('sends no reminder for a visit with an attendance, nor on the day of the visit', {
  tags: ['13.114'],
}, async () => {
  const here = await aBookedSalon()
  at('2026-11-26', '07:30:00')
  const staff = await here.as('operator')
  await staff.put(`/bookings/attendance/${here.booked.id}`, { attendance: 'no_show' })

  await runMinuteTasks(here)

  expect(await remindersTo(here.email)).toEqual([])
})

test('sends no reminder for a booking made after the time of the reminder', async () => {
  const here = await aBookedSalon()
  at('2026-11-24', '09:00:00')
  const late = `persona.${++people}@example.it`
  await here.book(here.service.id, { ...here.booking, email: late, visit_hour: '10:00' })

  at('2026-11-24', '09:01:00')
  await runMinuteTasks(here)
  at('2026-11-25', '09:01:00')
  await runMinuteTasks(here)

  expect(await remindersTo(late)).toEqual([])
  expect(await remindersTo(here.email)).toHaveLength(1)
})

test('reminds of a rescheduled visit at its new time only', { tags: ['11.5'] }, async () => {
  const here = await aBookedSalon()
  const operator = await here.as('operator')
  const rescheduled = { ...here.booking, service_id: here.service.id, visit_day: '2026-11-28', visit_hour: '11:00' }
  await operator.put(`/bookings/update/${here.booked.id}`, rescheduled)

  at('2026-11-24', '09:01:00')
  await runMinuteTasks(here)
  expect(await remindersTo(here.email)).toEqual([])

  at('2026-11-26', '09:01:00')
  await runMinuteTasks(here)
  expect(await remindersTo(here.email)).toEqual(['Promemoria: Taglio, sabato 28 novembre alle 11:00'])
})

test('does not repeat a reminder for a visit that returns to its previous time', async () => {
  const here = await aBookedSalon()
  at('2026-11-24', '09:01:00')
  await runMinuteTasks(here)
  const operator = await here.as('operator')
  const visit = { ...here.booking, service_id: here.service.id }

  for (const visit_hour of ['10:00', '09:00']) {
    const answer = await operator.put(`/bookings/update/${here.booked.id}`, { ...visit, visit_hour })
    expect(answer.statusCode).toBe(200)
  }
  at('2026-11-25', '09:01:00')
  await runMinuteTasks(here)

  expect(await remindersTo(here.email)).toHaveLength(1)
})

/** Waits until the first attempt has found the held message, so that no job still runs with the present time. */
const postponeSending = (here: TestTenant) =>
  expect
    .poll(async () => {
      const { rowCount } = await server.owner.query(
        `update pgboss.job set start_after = now() + interval '1 hour'
         where name = 'send-email' and state = 'retry' and data ->> 'tenant_id' = $1::text`,
        [here.id],
      )
      return rowCount
    })
    .toBe(1)

/** Plans a reminder and runs `meanwhile` before it is sent. */
async function whileReminderWaits(here: Awaited<ReturnType<typeof aBookedSalon>>, meanwhile: () => Promise<unknown>) {
  const where = `kind = 'reminder' and tenant_id = ${here.id}`
  await done(here)
  await server.owner.query(
    `create or replace function hold() returns trigger language plpgsql as $$ begin
       new.leased_until := now() + interval '1 hour'; return new; end $$;
     create or replace trigger hold before insert on messages for each row when (new.kind = 'reminder') execute function hold()`,
  )
  at('2026-11-24', '09:01:00')
  await server.planReminderJobs()
  await postponeSending(here)
  await server.owner.query('drop trigger hold on messages')
  await meanwhile()
  await server.owner.query(`update messages set leased_until = null where ${where}`)
  await server.owner.query(`update pgboss.job set start_after = now() where data ->> 'tenant_id' = $1::text`, [here.id])
  await done(here)
  return messages(where)
}

const messages = async (where: string) =>
  (await server.owner.query<{ drop_reason: string | null }>(`select drop_reason from messages where ${where}`)).rows

test('drops a planned reminder after a cancellation', { tags: ['11.5'] }, async () => {
  const here = await aBookedSalon()

  const [reminder] = await whileReminderWaits(here, () =>
    here.delete(`/client/bookings/delete/${here.booked.hidden_id}`),
  )

  expect(reminder).toEqual({ drop_reason: 'gone' })
  expect(await remindersTo(here.email)).toEqual([])
})

test('drops a planned reminder after a reschedule', async () => {
  const here = await aBookedSalon()
  const rescheduled = { ...here.booking, service_id: here.service.id, visit_hour: '11:00' }

  const [reminder] = await whileReminderWaits(here, async () => {
    const operator = await here.as('operator')
    await operator.put(`/bookings/update/${here.booked.id}`, rescheduled)
  })

  expect(reminder).toEqual({ drop_reason: 'rescheduled' })
  expect(await remindersTo(here.email)).toEqual([])
})

test('drops a planned reminder if the visit has started before the mail server is back', async () => {
  const here = await aBookedSalon()

  const [reminder] = await whileReminderWaits(here, async () => at('2026-11-26', '09:00:00'))

  expect(reminder).toEqual({ drop_reason: 'started' })
  expect(await remindersTo(here.email)).toEqual([])
})

test('sends no reminders while they are disabled; enabling them includes earlier bookings', async () => {
  const here = await aBookedSalon({ app_day_reminder: 0 })
  at('2026-11-25', '12:00:00')
  const admin = await here.as('admin')
  await runMinuteTasks(here)
  expect(await remindersTo(here.email)).toEqual([])

  await admin.put('/configs/update', { app_day_reminder: 1 })
  await done(here)

  expect(await remindersTo(here.email)).toHaveLength(1)
})

test('a longer lead time sends newly due reminders at once, and only once', {
  tags: ['11.5'],
}, async () => {
  const here = await aBookedSalon({ app_day_reminder: 1 })
  at('2026-11-23', '12:00:00')
  const admin = await here.as('admin')
  await runMinuteTasks(here)
  expect(await remindersTo(here.email)).toEqual([])

  for (const app_day_reminder of [3, 2, 4]) await admin.put('/configs/update', { app_day_reminder })
  await done(here)
  at('2026-11-25', '09:01:00')
  await runMinuteTasks(here)

  expect(await remindersTo(here.email)).toHaveLength(1)
})

test('a suspended tenant sends no reminders', async () => {
  const here = await aBookedSalon()
  await server.owner.query('update tenants set suspended_at = now() where id = $1', [here.id])

  at('2026-11-24', '09:01:00')
  await runMinuteTasks(here)

  expect(await remindersTo(here.email)).toEqual([])
})

test('sends reminders at nine in local time', async () => {
  const here = await aBookedSalon()
  await server.owner.query(`update tenants set time_zone = 'America/New_York' where id = $1`, [here.id])

  at('2026-11-24', '14:59:00')
  await runMinuteTasks(here)
  expect(await remindersTo(here.email)).toEqual([])
  at('2026-11-24', '15:01:00')
  await runMinuteTasks(here)

  expect(await remindersTo(here.email)).toHaveLength(1)
})
