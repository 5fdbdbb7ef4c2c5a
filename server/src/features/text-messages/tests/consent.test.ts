import { fakeTextChannels } from '@prenoto/test-support/http/fake-text-channels.ts'
import { aBooking, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, expect, test } from 'vitest'
import { listConsents, saveConsent } from '../text-consents.repository.ts'
import { saveTextSettings } from '../text-settings.repository.ts'

const fakes = await fakeTextChannels()
afterAll(() => fakes.close())
const without = await sharedServer()
const server = await sharedServer({ textChannels: fakes.settings, url: without.url })

const OFF = { confirmations: 'none', reminders: 'none', cap_cents: 1_000 } as const
const PATH = '/configs/text-messages'
const NUMBER = '+393331234567'

const readConsents = async (here: TestTenant) =>
  Object.fromEntries(
    [...(await listConsents(here.ctx(), [NUMBER]))].map(([number, { channels }]) => [number, channels]),
  )

const post = ({ domain }: { domain: string }, url: string, fields: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { host: domain, 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams(fields)),
  })

async function aSalon(chosen: object = { reminders: 'whatsapp_sms' }, at = server) {
  const here = await at.newTenant()
  await saveTextSettings(here.ctx(), { ...OFF, ...chosen })
  return { ...here, service: await here.newService() }
}

test('an administrator chooses channels and cap, and the audit trail records it', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const initial = { available: ['whatsapp', 'sms'], ...OFF, messages: 0, spent_cents: 0 }
  expect((await admin.get(PATH)).json()).toEqual(initial)

  const chosen = { confirmations: 'sms', reminders: 'whatsapp_sms', cap_cents: 2_550 }
  expect((await admin.put(PATH, chosen)).json()).toEqual({ ...initial, ...chosen })
  expect((await admin.put(PATH, chosen)).statusCode).toBe(200)
  const { entries } = (await admin.get('/audit')).json()
  expect(entries.filter(({ action }: { action: string }) => action === 'text_messages.updated')).toMatchObject([
    { before: { ...OFF }, after: chosen },
  ])
  expect((await (await here.as('editor')).get(PATH)).statusCode).toBe(404)
})

test.for([
  [{ cap_cents: 0, reminders: 'sms' }, 'cap_cents'],
  [{ cap_cents: -1 }, 'cap_cents'],
  [{ cap_cents: 100_001 }, 'cap_cents'],
  [{ cap_cents: 10.5 }, 'cap_cents'],
  [{ reminders: 'fax' }, 'reminders'],
] as const)('refuses %j', async ([wrong, path]) => {
  const admin = await (await server.newTenant()).as('admin')
  const answer = await admin.put(PATH, { ...OFF, ...wrong })

  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, path])
})

test('without a configured channel nothing can be switched on, asked or recorded', async () => {
  const here = await aSalon(undefined, without)
  const admin = await here.as('admin')

  expect((await admin.get(PATH)).json().available).toEqual([])
  expect((await admin.put(PATH, { ...OFF, reminders: 'sms' })).json().errors[0].path).toBe('reminders')
  await here.book(here.service.id, { ...aBooking, text_consent: true })
  expect(await readConsents(here)).toEqual({})
  expect((await here.page(bookingPage(here))).body).not.toContain('Avvisatemi')
})

const bookingPage = ({ service }: { service: { id: number } }) =>
  `/client_service/${service.id}/booking?giorno=2026-11-23&ora=09:00`

test('the booking form asks only if the business uses a channel, from the moment that it does', async () => {
  const here = await aSalon({})
  const admin = await here.as('admin')
  expect((await here.page(bookingPage(here))).body).not.toContain('Avvisatemi')
  expect((await here.page('/privacy')).body).not.toMatch(/SMS|cellulare/)

  await admin.put(PATH, { ...OFF, reminders: 'sms' })
  for (const page of [bookingPage(here), bookingPage(here).split('?')[0]!])
    expect((await here.page(page)).body).toContain('Avvisatemi anche con un SMS')
  expect((await here.page('/privacy')).body).toMatch(/Messaggi sul cellulare.*con SMS: la base è il tuo consenso/s)
  await here.book(here.service.id, { ...aBooking, text_consent: true })
  expect(await readConsents(here)).toEqual({ [NUMBER]: ['sms'] })
})

test('a booking without the consent records none, and does not withdraw an earlier one', async () => {
  const here = await aSalon()
  await here.book(here.service.id, aBooking)
  expect(await readConsents(here)).toEqual({})
  await here.book(here.service.id, { ...aBooking, visit_hour: '10:00', text_consent: true })
  await here.book(here.service.id, { ...aBooking, visit_hour: '11:00', text_consent: false })
  expect(await readConsents(here)).toEqual({ [NUMBER]: ['whatsapp', 'sms'] })
})

test('a refused booking and a landline record no consent', async () => {
  const here = await aSalon()
  await here.book(here.service.id, { ...aBooking, telephone: '3339999999' })
  expect((await here.book(here.service.id, { ...aBooking, text_consent: true })).statusCode).toBe(409)
  const landline = { ...aBooking, visit_hour: '10:00', telephone: '0612345678', text_consent: true }
  expect((await here.book(here.service.id, landline)).statusCode).toBe(201)
  expect((await here.db.selectFrom('text_consents').selectAll().execute()).length).toBe(0)
})

test('the form without scripts records the consent, and the page of the visit withdraws it', async () => {
  const here = await aSalon()
  const { name, surname, email, telephone } = aBooking
  const fields = { name, surname, email, telephone, privacy: 'on', text_consent: 'on', key: crypto.randomUUID() }
  expect((await post(here, bookingPage(here), fields)).headers.location).toContain('/thank_you')
  expect(await readConsents(here)).toEqual({ [NUMBER]: ['whatsapp', 'sms'] })

  const { hidden_id } = await here.db.selectFrom('bookings').select('hidden_id').executeTakeFirstOrThrow()
  const visit = `/bookings/${hidden_id}`
  expect((await here.page(visit)).body).toContain('Non voglio più questi messaggi')
  expect((await post(here, `${visit}/stop-messages`)).headers.location).toBe(visit)
  expect(await readConsents(here)).toEqual({})
  expect((await here.page(visit)).body).toContain('Non ti scriviamo più al cellulare')
  expect((await post(here, '/bookings/sconosciuta/stop-messages')).statusCode).toBe(303)
})

test('staff record and withdraw the consent of a customer, who is erased with it', async () => {
  const here = await aSalon()
  const operator = await here.as('operator')
  await here.book(here.service.id, { ...aBooking, telephone: '0039 333 1234567' })
  const { customers } = (await operator.get('/customers')).json()
  const path = `/customers/${customers[0].id}/text-consent`
  const none = { channels: ['whatsapp', 'sms'], has_mobile_number: true, given_at: null }
  expect((await operator.get(path)).json()).toEqual(none)

  expect((await operator.put(path, { is_given: true })).json()).toEqual({ ...none, given_at: '21-11-2026 09:45' })
  expect((await operator.put(path, { is_given: false })).json()).toEqual(none)
  await operator.put(path, { is_given: true })
  const stranger = await (await server.newTenant()).as('operator')
  expect((await stranger.get(path)).statusCode).toBe(404)

  const admin = await here.as('admin')
  expect((await admin.get(`/customers/${customers[0].id}/export`)).json().text_consents).toMatchObject([
    { telephone: NUMBER, withdrawn_at: null, by_customer: false },
  ])
  const actions = (await admin.get('/audit')).json().entries.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['text_consent.given', 'text_consent.withdrawn']))
  server.clock.now = server.clock.now.add({ hours: 24 * 7 })
  expect((await (await here.as('admin')).delete(`/customers/${customers[0].id}`)).statusCode).toBe(204)
  server.clock.now = server.clock.now.subtract({ hours: 24 * 7 })
  expect((await here.db.selectFrom('text_consents').selectAll().execute()).length).toBe(0)
})

test('a consent for a landline, or while no channel is used, is refused', async () => {
  const [landline, off] = [await aSalon(), await aSalon({})]
  await landline.book(landline.service.id, { ...aBooking, telephone: '0612345678' })
  await off.book(off.service.id, aBooking)
  for (const here of [landline, off]) {
    const operator = await here.as('operator')
    const { customers } = (await operator.get('/customers')).json()
    expect((await operator.put(`/customers/${customers[0].id}/text-consent`, { is_given: true })).statusCode).toBe(409)
  }
})

const stranger = { ...aBooking, name: 'Ugo', surname: 'Neri', email: 'ugo@example.it' }

test('bookings of strangers with a number neither withdraw nor revive its consent', async () => {
  const here = await aSalon()
  const operator = await here.as('operator')
  const hours = ['09:00', '10:00', '11:00', '12:00', '15:00', '16:00']
  const book = async (person: object, text_consent: boolean) => {
    const booked = await here.book(here.service.id, { ...aBooking, ...person, text_consent, visit_hour: hours.shift() })
    expect(booked.statusCode).toBe(201)
    return booked.json().hidden_id as string
  }
  const givenConsents = { [NUMBER]: ['whatsapp', 'sms'] }
  const stop = (visit: string, query = '') => post(here, `/bookings/${visit}/stop-messages${query}`)
  const withdrawByStaff = async () => {
    const { customers } = (await operator.get('/customers')).json()
    await operator.put(`/customers/${customers[0].id}/text-consent`, { is_given: false })
  }

  await book({}, true)
  const byStranger = [await book(stranger, false), await book(stranger, true), await book({}, false)]
  for (const visit of byStranger) {
    await stop(visit)
    await stop(visit, '?s=0123456789')
    expect((await here.page(`/bookings/${visit}`)).body).not.toContain('stop-messages')
  }
  expect(await readConsents(here)).toEqual(givenConsents)

  await withdrawByStaff()
  expect(await readConsents(here)).toEqual({})
  await book(stranger, true)
  const last = await book({}, true)
  expect(await readConsents(here)).toEqual({})
  await post(here, `/bookings/${last}/resume-messages?s=0123456789`)
  expect(await readConsents(here)).toEqual({})
})

test('the link of a text message proves the number, which withdraws its consent and gives it again', async () => {
  const here = await aSalon()
  const { hidden_id: visit } = (await here.book(here.service.id, aBooking)).json()
  await saveConsent(here.ctx(), NUMBER, ['sms'])
  const key = (await listConsents(here.ctx(), [NUMBER])).get(NUMBER)!.link_key
  expect((await here.page(`/bookings/${visit}`)).body).toContain('apri il link che trovi in uno di loro')

  const page = `/bookings/${visit}?s=${key}`
  expect((await here.page(page)).body).toContain(`action="/bookings/${visit}/stop-messages?s=${key}"`)
  expect((await post(here, `/bookings/${visit}/stop-messages?s=${key}`)).headers.location).toBe(page)
  expect(await readConsents(here)).toEqual({})
  expect((await here.page(page)).body).toContain('Scrivetemi di nuovo al cellulare')
  await post(here, `/bookings/${visit}/resume-messages?s=${key}`)
  expect(await readConsents(here)).toEqual({ [NUMBER]: ['sms'] })
})
