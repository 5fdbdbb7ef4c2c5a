import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer({ work: true })

const claimAll = async () => {
  await server.planReminderJobs()
  await server.applyRetentions()
  await server.checkWaitingLists()
}

/** A business with something to claim for each periodic task, and the queues that have a job for it. */
async function aDueBusiness() {
  const here = await server.newTenant({ app_day_reminder: 1 })
  const service = await here.newService()
  await here.newWaitingListEntry({ service_id: service.id })
  const queues = async () => {
    const { rows } = await server.owner.query<{ name: string }>(
      `select distinct name from pgboss.job where data ->> 'tenant_id' = $1 order by name`,
      [String(here.id)],
    )
    return rows.map(({ name }) => name)
  }
  return { ...here, queues }
}

const ALL = ['apply-retention', 'offer-slots', 'plan-reminders']

test('a business with an unknown time zone does not stop the claims of the others', async () => {
  const [broken, other] = [await aDueBusiness(), await aDueBusiness()]
  await server.owner.query('alter table tenants disable trigger require_time_zone')
  await server.owner.query(`update tenants set time_zone = 'Mars/Olympus' where id = $1`, [broken.id])
  await server.owner.query('alter table tenants enable trigger require_time_zone')

  await claimAll()

  expect(await other.queues()).toEqual(ALL)
  // Its own jobs are claimed by UTC, so that they appear among the failed ones.
  expect(await broken.queues()).toEqual(ALL)
})

test('a business whose row is locked is claimed later and does not stop the claims of the others', async () => {
  const [locked, other] = [await aDueBusiness(), await aDueBusiness()]
  const client = await server.owner.connect()
  await client.query('begin')
  await client.query('select from tenants where id = $1 for update', [locked.id])

  await claimAll()

  expect([await locked.queues(), await other.queues()]).toEqual([[], ALL])
  await client.query('rollback')
  client.release()
  await claimAll()
  expect(await locked.queues()).toEqual(ALL)
})

test('the database refuses a time zone that it cannot convert', async () => {
  const { id } = await server.newTenant()
  const set = (zone: string) => server.owner.query('update tenants set time_zone = $2 where id = $1', [id, zone])

  await expect(set('Mars/Olympus')).rejects.toThrow('time zone "Mars/Olympus" not recognized')
  await expect(set('America/New_York')).resolves.toMatchObject({ rowCount: 1 })
})
