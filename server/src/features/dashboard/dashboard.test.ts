import { NOW, sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { describe, expect, test } from 'vitest'

const server = await sharedServer()

test('the summary counts the existing records of the tenant', { tags: ['2.48'] }, async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  const staff = await here.as('operator')
  await elsewhere.newService()
  const { calendar_id } = await here.newService()
  await here.newService({ calendar_id })
  await here.newService({ calendar_id, deleted_at: NOW.toString() })

  expect((await staff.get('/dashboard/summary')).json()).toEqual({
    services: 2,
    calendars: 1,
    days_off: 0,
    users: 2,
    unusual_bookings: 0,
    shows_first_steps: false,
  })
})

describe('first steps', () => {
  const PATH = '/dashboard/first-steps'
  const NOTHING = { logo: false, closures: false, privacy: false, second_factor: false, booking: false, share: false }

  test('a new business shows them to its administrators, who hide them and bring them back', async () => {
    const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
    const admin = await here.as('admin')
    const isOnDashboard = async () => (await admin.get('/dashboard/summary')).json().shows_first_steps
    expect(await isOnDashboard()).toBe(true)
    expect((await admin.get(PATH)).json()).toEqual({ is_shown: true, done: NOTHING })

    expect((await admin.put(PATH, { is_shown: false })).json().is_shown).toBe(false)
    expect(await isOnDashboard()).toBe(false)
    expect((await (await elsewhere.as('admin')).get(PATH)).json().is_shown).toBe(true)
    await admin.put(PATH, { is_shown: true })
    expect(await isOnDashboard()).toBe(true)
  })

  test('each is done by its record', async () => {
    const here = await server.newTenant({ app_logo: '/api/client/logos/AAAAAAAAAAAAAAAAAAAAAA.webp' })
    const admin = await here.as('admin')
    const done = async () => (await admin.get(PATH)).json().done
    expect(await done()).toEqual({ ...NOTHING, logo: true })

    const service = await here.newService()
    await here.book(service.id)
    const { calendar_id } = service
    await here.newDayOff({
      calendar_id,
      day_from: '2026-12-24',
      hour_from: '00:00',
      day_to: '2026-12-24',
      hour_to: '12:00',
    })
    await here.db.insertInto('privacy_texts').values({ tenant_id: here.id, version: 1, text: 'Testo' }).execute()
    await admin.put(PATH, { is_shared: true })
    expect(await done()).toEqual({ ...NOTHING, logo: true, closures: true, privacy: true, booking: true, share: true })

    const { id } = (await admin.get('/user/userInfo')).json()
    const factor = { tenant_id: here.id, user_id: id, secret: Buffer.from('x'), confirmed_at: NOW.toString() }
    await here.db.insertInto('totp_factors').values(factor).execute()
    expect(await done()).toMatchObject({ second_factor: true })
  })

  test('a business from before has none until it asks for them', async () => {
    const here = await server.newTenant()
    const admin = await here.as('admin')
    await here.db.deleteFrom('first_steps').where('tenant_id', '=', here.id).execute()

    expect((await admin.put(PATH, { is_shared: true })).json()).toEqual({ is_shown: false, done: NOTHING })
    expect((await admin.put(PATH, { is_shown: true })).json()).toEqual({ is_shown: true, done: NOTHING })
  })
})
