import type { Report } from '@prenoto/core/reports/reports.endpoints.ts'
import { aBooking, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

const HOSTILE = ['mario.rossi@example.it', '<script>', 'google'.repeat(50), 'GOOGLE', '', 'constructor']

const listSources = async ({ db }: TestTenant) =>
  (await db.selectFrom('bookings').select('source').orderBy('id').execute()).map(({ source }) => source)

const listLinks = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href!)

test('the links from the home page to the booking page keep where the visitor comes from', async () => {
  const here = await server.newTenant()
  const { id } = await here.newService()

  const home = await here.page('/?da=instagram')
  expect(listLinks(home.body)).toContain('/client_service?da=instagram')
  expect(listLinks(home.body)).toContain(`/client_service/${id}/booking?da=instagram`)
  const list = await here.page('/client_service?da=instagram')
  expect(listLinks(list.body)).toContain(`/client_service/${id}/booking?da=instagram`)
  const booking = await here.page(`/client_service/${id}/booking?da=instagram`)
  expect(booking.body).toContain('<input type="hidden" name="da" value="instagram"/>')
  expect(listLinks(booking.body)).toContain('/client_service?da=instagram')

  expect((await here.page('/')).body).not.toContain('da=')
})

test('a page ignores an unknown source', async () => {
  const here = await server.newTenant()
  const { id } = await here.newService()

  for (const path of ['/', '/client_service', `/client_service/${id}/booking`]) {
    const usual = await here.page(path)
    for (const da of HOSTILE) {
      const page = await here.page(`${path}?${new URLSearchParams({ da })}`)
      expect([da, page.headers.etag]).toEqual([da, usual.headers.etag])
    }
  }
})

test('a booking stores its source, with and without scripts', async () => {
  const here = await server.newTenant()
  const { id } = await here.newService()
  const visit = { name: 'Giulia', surname: 'Verdi', email: 'g@example.it', telephone: '3331234567', privacy: 'on' }

  await here.book(id, { source: 'google' })
  const sent = await server.app.inject({
    method: 'POST',
    url: `/client_service/${id}/booking?giorno=2026-11-23&ora=10:00&da=locandina`,
    headers: { host: here.domain, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...visit, extra: '' }).toString(),
  })
  expect(sent.headers.location).toBe('/thank_you#prenotazione-effettuata')
  await here.book(id, { visit_hour: '11:00' })

  expect(await listSources(here)).toEqual(['google', 'locandina', null])
})

test('an unknown source never prevents a booking, and is not stored', async () => {
  const here = await server.newTenant({ app_simultaneous_bookings_enabled: true })
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: 20 })
  const { id } = await here.newService({ calendar_id })

  for (const source of [...HOSTILE, 7, null, ['google'], { google: true }])
    expect((await here.book(id, { source })).statusCode).toBe(201)

  expect(new Set(await listSources(here))).toEqual(new Set([null]))
})

test('an address with a source alone shows a visit, not its reschedule', async () => {
  const here = await server.newTenant()
  const { id } = await here.newService()
  const { hidden_id } = (await here.book(id)).json()

  expect((await here.page(`/bookings/${hidden_id}?da=google`)).body).toContain('<title>La tua prenotazione')
})

test('the report counts bookings by source, once there is one', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const admin = await here.as('admin')
  const readSources = async () => {
    const report: Report = (await admin.get('/reports?from=2026-11-23&to=2026-11-30')).json()
    return report.by_source.map(({ id, bookings, cancelled }) => [id, bookings, cancelled])
  }
  const { privacy: _, ...giulia } = aBooking
  await here.book(service.id)
  await admin.post('/bookings/create', { ...giulia, service_id: service.id, visit_hour: '10:00' })
  expect(await readSources()).toEqual([])

  await here.book(service.id, { source: 'sito', visit_hour: '11:00' })
  const { hidden_id } = (await here.book(service.id, { source: 'google', visit_hour: '12:00' })).json()
  await here.delete(`/client/bookings/delete/${hidden_id}`)

  expect(await readSources()).toEqual([
    ['google', 0, 1],
    ['sito', 1, 0],
    ['other', 2, 0],
  ])
})
