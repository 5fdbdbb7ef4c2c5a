import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'
import { transaction } from '../tenants/context.ts'
import { queueMessage } from './queue-message.ts'

const server = await sharedServer()

async function listQueued(here: TestTenant) {
  const messages = await here.db
    .selectFrom('messages')
    .select(['id', 'deduplication_key', 'kind', 'record_id'])
    .execute()
  const { rows: jobs } = await server.owner.query<{ message: number }>(
    `select (data -> 'data' ->> 'message_id')::int as message from pgboss.job
     where name = 'send-email' and data ->> 'tenant_id' = $1::text`,
    [here.id],
  )
  return { messages, jobs: jobs.map(({ message }) => message) }
}

test('a message and its job exist after the transaction has committed', async () => {
  const here = await server.newTenant()
  const user = await here.newUser()

  await transaction(here.ctx(), (ctx) => queueMessage(ctx, { kind: 'invitation', user_id: user.id }))

  const { messages, jobs } = await listQueued(here)
  expect(messages).toMatchObject([{ kind: 'invitation', record_id: user.id }])
  expect(jobs).toEqual([messages[0]!.id])
})

test('neither exists after a rollback', async () => {
  const here = await server.newTenant()
  const user = await here.newUser()

  const failing = transaction(here.ctx(), async (ctx) => {
    await queueMessage(ctx, { kind: 'invitation', user_id: user.id })
    throw new Error('too late')
  })
  await expect(failing).rejects.toThrow('too late')

  expect(await listQueued(here)).toEqual({ messages: [], jobs: [] })
})

test('queues a message once that is requested twice at the same moment', async () => {
  const here = await server.newTenant()
  const user = await here.newUser()

  for (let i = 0; i < 3; i++)
    await transaction(here.ctx(), (ctx) => queueMessage(ctx, { kind: 'password-reset', user_id: user.id }))

  const { messages, jobs } = await listQueued(here)
  expect([messages.length, jobs.length]).toEqual([1, 1])
})
