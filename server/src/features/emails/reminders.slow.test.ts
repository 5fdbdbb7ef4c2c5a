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
  const bookVisit = async (visit: object = {}) => {
    const email = `persona.${++people}@example.it`
    const booking = { ...aBooking, email, visit_day: '2026-11-26', ...visit }
    const booked = (await here.book(service.id, booking)).json()
    return { email, booking: { ...booking, service_id: service.id }, booked }
  }
  return { ...here, service, bookVisit, ...(await bookVisit()) }
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

test('sends one reminder from nine in local time on the day, however often it is planned, and none if suspended', {
  tags: ['9.28'],
}, async () => {
  const [here, newYork, suspended] = [await aBookedSalon(), await aBookedSalon(), await aBookedSalon()]
  await server.owner.query(`update tenants set time_zone = 'America/New_York' where id = $1`, [newYork.id])
  await server.owner.query('update tenants set suspended_at = now() where id = $1', [suspended.id])

  at('2026-11-24', '08:59:00')
  await runMinuteTasks(here)
  expect(await remindersTo(here.email)).toEqual([])

  at('2026-11-24', '09:01:00')
  await Promise.all([server.planReminderJobs(), server.planReminderJobs(), server.planReminderJobs()])
  for (let i = 0; i < 3; i++) await here.ctx().jobs.add(here.ctx(), 'plan-reminders', {})
  await runMinuteTasks(here)
  at('2026-11-24', '14:59:00')
  await runMinuteTasks(newYork)
  expect(await remindersTo(newYork.email)).toEqual([])
  at('2026-11-24', '15:01:00')
  await runMinuteTasks(newYork)
  at('2026-11-25', '09:01:00')
  await runMinuteTasks(here)
  await done(suspended)

  expect(await remindersTo(here.email)).toEqual(['Promemoria: Taglio, giovedì 26 novembre alle 09:00'])
  expect(await remindersTo(newYork.email)).toHaveLength(1)
  expect(await remindersTo(suspended.email)).toEqual([])
})

test('sends missed reminders of a day without a running server, but none for a booking made after their time', async () => {
  const here = await aBookedSalon()
  at('2026-11-24', '09:00:00')
  const late = await here.bookVisit({ visit_hour: '10:00' })

  at('2026-11-25', '07:30:00')
  await runMinuteTasks(here)

  expect(await remindersTo(here.email)).toHaveLength(1)
  expect(await remindersTo(late.email)).toEqual([])
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

test('reminds of a rescheduled visit at its new time only, and not again of one that returns to its previous time', {
  tags: ['11.5'],
}, async () => {
  const here = await aBookedSalon()
  const returning = await here.bookVisit({ visit_hour: '10:00' })
  let operator = await here.as('operator')
  const reschedule = async ({ booked, booking }: typeof returning, visit: object) => {
    const answer = await operator.put(`/bookings/update/${booked.id}`, { ...booking, ...visit })
    expect(answer.statusCode).toBe(200)
  }
  await reschedule(here, { visit_day: '2026-11-28', visit_hour: '11:00' })

  at('2026-11-24', '09:01:00')
  await runMinuteTasks(here)
  expect(await remindersTo(here.email)).toEqual([])
  operator = await here.as('operator')
  for (const visit_hour of ['15:00', '10:00']) await reschedule(returning, { visit_hour })

  at('2026-11-25', '09:01:00')
  await runMinuteTasks(here)
  at('2026-11-26', '09:01:00')
  await runMinuteTasks(here)
  expect(await remindersTo(here.email)).toEqual(['Promemoria: Taglio, sabato 28 novembre alle 11:00'])
  expect(await remindersTo(returning.email)).toHaveLength(1)
})

test('drops a planned reminder after a cancellation, a reschedule or the start of the visit', {
  tags: ['11.5'],
}, async () => {
  const here = await aBookedSalon()
  const cancelled = await here.bookVisit({ visit_hour: '10:00' })
  const rescheduled = await here.bookVisit({ visit_hour: '11:00' })
  await done(here)
  // Another worker seems to send the reminders.
  await server.owner.query(
    `create or replace function hold() returns trigger language plpgsql as $$ begin
       new.leased_until := now() + interval '1 hour'; return new; end $$;
     create or replace trigger hold before insert on messages for each row when (new.kind = 'reminder') execute function hold()`,
  )
  at('2026-11-24', '09:01:00')
  await server.planReminderJobs()
  // Until the first attempts have found the held messages, so that no job still runs with the present time.
  await expect
    .poll(async () => {
      const { rowCount } = await server.owner.query(
        `update pgboss.job set start_after = now() + interval '1 hour'
         where name = 'send-email' and state = 'retry' and data ->> 'tenant_id' = $1::text`,
        [here.id],
      )
      return rowCount
    })
    .toBe(3)
  await server.owner.query('drop trigger hold on messages')

  await here.delete(`/client/bookings/delete/${cancelled.booked.hidden_id}`)
  const operator = await here.as('operator')
  await operator.put(`/bookings/update/${rescheduled.booked.id}`, { ...rescheduled.booking, visit_hour: '15:00' })
  at('2026-11-26', '09:00:00')
  await server.owner.query(`update messages set leased_until = null where tenant_id = $1`, [here.id])
  await server.owner.query(`update pgboss.job set start_after = now() where data ->> 'tenant_id' = $1::text`, [here.id])
  await done(here)

  const reminders = await here.db
    .selectFrom('messages')
    .select(['record_id', 'drop_reason'])
    .where('kind', '=', 'reminder')
    .orderBy('record_id')
    .execute()
  expect(reminders).toEqual([
    { record_id: here.booked.id, drop_reason: 'started' },
    { record_id: cancelled.booked.id, drop_reason: 'gone' },
    { record_id: rescheduled.booked.id, drop_reason: 'rescheduled' },
  ])
  for (const { email } of [here, cancelled, rescheduled]) expect(await remindersTo(email)).toEqual([])
})

test('reminders that are enabled or get a longer lead time include earlier bookings at once, and only once', {
  tags: ['11.5'],
}, async () => {
  const here = await aBookedSalon({ app_day_reminder: 0 })
  const sooner = await here.bookVisit({ visit_day: '2026-11-25' })
  at('2026-11-24', '12:00:00')
  const admin = await here.as('admin')
  await runMinuteTasks(here)
  expect(await remindersTo(sooner.email)).toEqual([])

  await admin.put('/configs/update', { app_day_reminder: 1 })
  await done(here)
  expect(await remindersTo(sooner.email)).toHaveLength(1)
  expect(await remindersTo(here.email)).toEqual([])

  for (const app_day_reminder of [3, 2, 4]) await admin.put('/configs/update', { app_day_reminder })
  await done(here)
  expect(await remindersTo(here.email)).toHaveLength(1)
  at('2026-11-25', '09:01:00')
  await runMinuteTasks(here)

  for (const email of [here.email, sooner.email]) expect(await remindersTo(email)).toHaveLength(1)
})
