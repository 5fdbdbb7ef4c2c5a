import { RIGHTS, rights } from '@prenoto/core/contract/right.ts'
import { withdrawableRights } from '@prenoto/core/rights/withdrawable-rights.ts'
import { declaredEndpoints } from '@prenoto/test-support/http/endpoints.ts'
import { aBooking, NOW, sharedPair, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let admin: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  admin = await here.as('admin')
})

const FORBIDDEN = 'Operazione non consentita per il tuo ruolo.'
const withdraw = (right: string) => admin.put('/configs/rights', { right, is_granted: false })
const giveBack = (right: string) => admin.put('/configs/rights', { right, is_granted: true })

test('the table of rights shows the roles that the endpoints declare', async () => {
  const { rights: shownRights, withdrawn } = (await admin.get('/configs/rights')).json()

  expect(withdrawn).toEqual([])
  expect(shownRights.map(({ right }: { right: string }) => right)).toEqual(rights)
  for (const { method, path, access, right } of declaredEndpoints.filter(({ access }) => access !== 'visitor'))
    expect([method, path, access]).toEqual([method, path, RIGHTS[right!].role])
  for (const { right, role } of shownRights.filter(({ right }: { right: string }) => right !== 'health_notes'))
    expect(role).toBe(RIGHTS[right as keyof typeof RIGHTS].role)
})

test('the table shows the role that the business has chosen for health notes', async () => {
  const readRole = async () =>
    (await admin.get('/configs/rights')).json().rights.find(({ right }: { right: string }) => right === 'health_notes')
      .role
  expect(await readRole()).toBe('admin')
  await admin.put('/configs/health-notes', { role: 'editor' })
  expect(await readRole()).toBe('editor')
})

test('a withdrawn right is refused to operators at once and in every process, and to no other role', async () => {
  const [, other] = await sharedPair()
  const operator = await here.as('operator')
  const editor = await here.as('editor')
  const { id: service } = await here.newService()
  const { id } = (await here.book(service)).json()
  const { customer_id } = (await operator.get(`/bookings/${id}`)).json()
  const elsewhere = other.visit(here.domain, { authorization: `Bearer ${operator.token}` })
  expect((await operator.get('/user/rights')).json()).toEqual({ withdrawn: [] })

  expect((await withdraw('customers')).json().withdrawn).toEqual(['customers'])
  await withdraw('cancellations')

  for (const refused of [
    await elsewhere.get('/customers'),
    await operator.get(`/customers/${customer_id}`),
    await operator.get(`/customers/${customer_id}/visits`),
    await elsewhere.delete(`/bookings/delete/${id}`),
    await operator.delete(`/bookings/series/delete/${id}`),
  ]) {
    expect(refused.statusCode).toBe(404)
    expect(refused.json().detail).toBe(FORBIDDEN)
  }
  expect((await elsewhere.get('/user/rights')).json()).toEqual({ withdrawn: ['customers', 'cancellations'] })
  expect((await operator.get('/customers/search?q=giulia')).json().customers).toMatchObject([{ id: customer_id }])
  expect((await operator.get(`/bookings/${id}`)).json().email).toBe('giulia.verdi@example.it')
  expect((await editor.get('/customers')).statusCode).toBe(200)
  expect((await editor.get('/user/rights')).json()).toEqual({ withdrawn: [] })

  await giveBack('customers')
  await giveBack('cancellations')
  expect((await operator.get('/customers')).statusCode).toBe(200)
  expect((await elsewhere.delete(`/bookings/delete/${id}`)).statusCode).toBe(204)
})

describe('a private link with the token of a logged-in user', () => {
  const readHistory = async (id: number) => (await admin.get(`/bookings/${id}/history`)).json().history

  test('cancels only for a user with the right, and the history names them', async () => {
    const { id, hidden_id } = (await here.book((await here.newService()).id)).json()
    const operator = await here.as('operator')
    await withdraw('cancellations')

    const refused = await operator.delete(`/client/bookings/delete/${hidden_id}`)
    expect(refused.json()).toMatchObject({ status: 404, detail: FORBIDDEN, reason: 'role-too-low' })
    expect((await operator.get(`/bookings/${id}`)).json()).toMatchObject({ hidden_id: '', email: aBooking.email })

    expect((await admin.delete(`/client/bookings/delete/${hidden_id}`)).statusCode).toBe(204)
    const cancelled = here.db.selectFrom('bookings').select('deleted_by').where('id', '=', id)
    expect(await cancelled.executeTakeFirstOrThrow()).toEqual({ deleted_by: admin.id })
  })

  test('reschedules as the user, and as the customer without a valid session', async () => {
    const { id, hidden_id } = (await here.book((await here.newService()).id)).json()
    const operator = await here.as('operator')
    const to = { visit_day: '2026-11-24', visit_hour: '15:00' }

    expect((await operator.put(`/client/bookings/update/${hidden_id}`, to)).statusCode).toBe(200)
    await operator.post('/logout', undefined)
    const late = await operator.put(`/client/bookings/update/${hidden_id}`, { ...to, visit_hour: '16:00' })
    expect(late.statusCode).toBe(200)

    expect((await readHistory(id)).slice(1)).toMatchObject([
      { kind: 'rescheduled', by: 'Ada Bianchi' },
      { kind: 'rescheduled', by: null },
    ])
  })
})

test('concurrent changes of different rights are both kept, and each is recorded once', async () => {
  await Promise.all([...withdrawableRights.map(withdraw), withdraw('contacts')])

  expect((await admin.get('/configs/rights')).json().withdrawn.sort()).toEqual([...withdrawableRights].sort())
  const { entries } = (await admin.get('/audit?group=users')).json()
  const changes = entries.filter(({ action }: { action: string }) => action === 'rights.updated')
  expect(changes).toHaveLength(withdrawableRights.length)
  expect(changes).toContainEqual(
    expect.objectContaining({ before: { operators_contacts: true }, after: { operators_contacts: false } }),
  )
})

test('only administrators read and change rights, and only those that can be withdrawn', async () => {
  for (const role of ['operator', 'editor'] as const) {
    const user = await here.as(role)
    expect((await user.get('/configs/rights')).statusCode).toBe(404)
    expect((await user.put('/configs/rights', { right: 'contacts', is_granted: false })).statusCode).toBe(404)
  }
  expect((await withdraw('bookings')).json().errors).toEqual([
    { path: 'right', message: 'Questo permesso non si può cambiare.' },
  ])
  expect((await here.get('/client/configs')).json()).not.toHaveProperty('withdrawn_rights')

  server.clock.now = NOW.add({ minutes: 16 })
  expect((await withdraw('contacts')).json()).toMatchObject({ status: 428, reason: 'proof-required' })
})
