import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer({ work: true })

const listNotifications = (here: TestTenant) =>
  here.db.selectFrom('notifications').selectAll().orderBy('user_id').execute()

async function findJobs(here: TestTenant, states: string[]) {
  const { rows } = await server.owner.query(
    `select id from pgboss.job where name = 'notify' and data ->> 'tenant_id' = $1::text and state::text = any ($2)`,
    [here.id, states],
  )
  return rows.length
}

/** Waits until the tenant has no unfinished jobs. */
const everythingDone = (here: TestTenant) => expect.poll(() => findJobs(here, ['created', 'retry', 'active'])).toBe(0)

test('notifies every active user of a new booking once', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  const editor = await here.newUser({ role: 'editor' })
  const operator = await here.newUser({ role: 'operator' })
  await here.newUser({ is_disabled: true })
  await here.newUser({ deleted_at: NOW.toString() })
  const { id: admin } = await here.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  const service = await here.newService({ name: 'Taglio' })

  const { id } = (await here.book(service.id)).json()
  await everythingDone(here)

  const notifications = await listNotifications(here)
  expect(notifications.map((notification) => notification.user_id)).toEqual([admin, editor.id, operator.id])
  for (const notification of notifications)
    expect(notification).toMatchObject({
      title: 'Nuova prenotazione',
      message: 'Lunedì 23 novembre alle 09:00: {cliente} ha prenotato Taglio.',
      deduplication_key: `booking-created:${id}`,
      read: false,
    })
  expect(await listNotifications(elsewhere)).toEqual([])
})

test('a repeated job notifies once', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const { id } = (await here.book(service.id)).json()

  const { jobs, ...ctx } = here.ctx()
  for (let i = 0; i < 3; i++) await jobs.add(ctx, 'notify', { event: 'booking-created', booking_id: id })
  jobs.wake()
  await everythingDone(here)

  expect(await findJobs(here, ['completed'])).toBe(4)
  expect(await listNotifications(here)).toHaveLength(1)
})

test('a rejected booking notifies no user', async () => {
  const here = await server.newTenant()
  const service = await here.newService()

  await here.book(service.id, { visit_hour: '09:10' })

  expect(await findJobs(here, ['created', 'retry', 'active', 'completed'])).toBe(0)
})

test('a booking that fails to commit notifies no user', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  await server.owner.query(`
    create function fail_late() returns trigger language plpgsql as $$ begin raise 'too late'; end $$;
    create constraint trigger fail_late after insert on bookings deferrable initially deferred
      for each row when (new.name = 'Sfortunata') execute function fail_late()`)

  const response = await here.book(service.id, { name: 'Sfortunata' })

  expect(response.statusCode).toBe(500)
  expect(await findJobs(here, ['created', 'retry', 'active', 'completed'])).toBe(0)
  expect(await here.db.selectFrom('bookings').selectAll().execute()).toEqual([])
})

test('retries a failed job until it has notified', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  await server.owner.query(`alter table notifications add constraint refuse check (tenant_id <> ${here.id})`)
  await here.book(service.id)
  await expect.poll(() => findJobs(here, ['retry'])).toBe(1)

  await server.owner.query('alter table notifications drop constraint refuse')
  await server.owner.query(`update pgboss.job set start_after = now() where data ->> 'tenant_id' = $1::text`, [here.id])
  await everythingDone(here)

  expect(await listNotifications(here)).toHaveLength(1)
})

test('a booking that is cancelled before its job runs notifies only of the cancellation', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  await server.owner.query(`alter table notifications add constraint refuse check (tenant_id <> ${here.id})`)
  const { hidden_id } = (await here.book(service.id, aBooking)).json()
  await expect.poll(() => findJobs(here, ['retry'])).toBe(1)

  await here.delete(`/client/bookings/delete/${hidden_id}`)
  await server.owner.query('alter table notifications drop constraint refuse')
  await server.owner.query(`update pgboss.job set start_after = now() where data ->> 'tenant_id' = $1::text`, [here.id])
  await everythingDone(here)

  expect(await listNotifications(here)).toMatchObject([{ title: 'Prenotazione disdetta' }])
})
