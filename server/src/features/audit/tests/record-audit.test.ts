import { NOW, sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'
import { transaction } from '../../../tenants/context.ts'
import { deleteOldAuditEntries } from '../audit.repository.ts'
import { recordAudit } from '../record-audit.ts'

const server = await sharedServer()

const listEntries = (here: Awaited<ReturnType<typeof server.newTenant>>) =>
  here.db.selectFrom('audit_entries').selectAll().where('tenant_id', '=', here.id).orderBy('id').execute()

test('an entry has its actor, address, subject and values', async () => {
  const here = await server.newTenant()
  const { id } = await here.newUser({ name: 'Luca', surname: 'Neri' })
  const user = { id, name: 'Luca', surname: 'Neri' }
  const subject = { type: 'user' as const, id: 7 }

  await recordAudit(
    { ...here.ctx(), clientAddress: '203.0.113.7' },
    { action: 'user.updated', actor: user, subject, before: { role: 'editor' }, after: { role: 'operator' } },
  )
  await recordAudit({ ...here.ctx(), clientAddress: '203.0.113.7' }, { action: 'session.log_in_failed' })
  await recordAudit(here.ctx(), { action: 'retention.ran', after: { customers: 3 } })
  await recordAudit(here.ctx(), { action: 'tenant.suspended', actor: 'Fornitore' })

  const nothing = { user_id: null, client_address: null, subject_type: null, subject_id: null, before: null }
  expect(await listEntries(here)).toMatchObject([
    {
      happened_at: NOW,
      user_id: id,
      actor: 'Luca Neri',
      client_address: '203.0.113.7',
      action: 'user.updated',
      subject_type: 'user',
      subject_id: 7,
      before: { role: 'editor' },
      after: { role: 'operator' },
    },
    { ...nothing, actor: 'Senza accesso', client_address: '203.0.113.7', action: 'session.log_in_failed' },
    { ...nothing, actor: 'Automatico', action: 'retention.ran', after: { customers: 3 } },
    { ...nothing, actor: 'Fornitore', action: 'tenant.suspended' },
  ])
})

test('a change that is rolled back leaves no entry', async () => {
  const here = await server.newTenant()
  const failing = transaction(here.ctx(), async (ctx) => {
    await recordAudit(ctx, { action: 'configuration.updated' })
    throw new Error('afterwards')
  })

  await expect(failing).rejects.toThrow('afterwards')
  expect(await listEntries(here)).toEqual([])
})

test('only the old entries of the own business can be deleted', async () => {
  const here = await server.newTenant()
  const elsewhere = await server.newTenant()
  for (const there of [here, elsewhere])
    for (const hours of [48, 1])
      await recordAudit({ ...there.ctx(), now: NOW.subtract({ hours }) }, { action: 'session.log_out' })

  expect(await deleteOldAuditEntries(here.ctx(), NOW.subtract({ hours: 24 }))).toBe(1)

  expect(await listEntries(here)).toHaveLength(1)
  expect(await listEntries(elsewhere)).toHaveLength(2)
})
