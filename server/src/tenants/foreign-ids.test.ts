import { iconAddress, mailLogoAddress } from '@prenoto/core/configuration/logo-address.ts'
import type { Endpoint } from '@prenoto/core/contract/endpoint.ts'
import { declaredEndpoints, endpointName } from '@prenoto/test-support/http/endpoints.ts'
import { sampleBody } from '@prenoto/test-support/http/sample-body.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let token: string
let ownIds: Record<string, number>
let foreign: Record<string, string | number>
beforeAll(async () => {
  const elsewhere = await server.newTenant()
  here = await server.newTenant()
  token = (await here.as('admin')).token
  const ownService = await here.newService()
  ownIds = { service_id: ownService.id, calendar_id: ownService.calendar_id }

  const { id: service, calendar_id } = await elsewhere.newService()
  const booking = (await elsewhere.book(service)).json()
  const closure = { day_from: '2026-12-24', hour_from: '00:00', day_to: '2026-12-26', hour_to: '20:00' }
  const { id: day_off } = await elsewhere.newDayOff({ calendar_id, ...closure })
  const { id: opening } = await elsewhere.newSpecialOpening({ calendar_id, day: '2026-12-24' })
  const { id: changed } = await elsewhere.newChangedHours({
    calendar_id,
    day_from: '2026-12-28',
    day_to: '2026-12-29',
    windows: [],
  })
  const { id: waiting } = await elsewhere.newWaitingListEntry({ service_id: service })
  const { id: user } = await elsewhere.newUser()
  const { customer_id } = await elsewhere.db.selectFrom('bookings').select('customer_id').executeTakeFirstOrThrow()
  const { rows } = await server.owner.query(
    `insert into notifications (tenant_id, user_id, title, message, deduplication_key) values ($1, $2, '', '', '') returning id`,
    [elsewhere.id, user],
  )
  const boss = await elsewhere.as('admin')
  const { photo_url: logo } = (await boss.post('/configs/upload-logo', await aPicture('logo'))).json()
  const { imageUrl } = (await boss.post('/upload', await aPicture('file'))).json()
  const { picture } = (await boss.post('/pictures', await aPicture('picture'))).json()
  const { path: link } = (await boss.post('/user/calendar-feed', undefined)).json()
  const { version } = (await boss.put('/configs/privacy', { text: 'Di altri.', version: 0 })).json()
  const { id: request } = (
    await elsewhere.post('/client/contact', {
      name: 'Giulia',
      email: 'giulia@example.it',
      phone: '3331234567',
      privacy: true,
    })
  ).json()
  const hours = ['10:00', '11:00'].map((visit_hour) => ({ visit_day: '2026-11-23', visit_hour }))
  const { id: proposal } = (await boss.post('/proposals', { customer_id, service_id: service, hours })).json()
  const hook = { url: 'http://127.0.0.1:9/hook', events: ['booking.created'] }
  const { id: webhook } = (await boss.post('/webhooks', hook)).json()
  const { id: delivery } = (await boss.post(`/webhooks/${webhook}/trial`, undefined)).json()
  const { id: apiKey } = (await boss.post('/api_keys', { name: 'Cassa', rights: ['read'] })).json()
  const [session] = (await boss.get('/sessions')).json()
  const { rows: passkeys } = await server.owner.query(
    `insert into passkeys (tenant_id, user_id, name, domain, credential_id, public_key, counter, transports)
     values ($1, $2, 'Telefono', 'x.example', 'x', 'x', 0, '{}') returning id`,
    [elsewhere.id, user],
  )
  const { rows: imports } = await server.owner.query(
    `insert into imports (tenant_id, kind, file_name, columns, lines, created_at, created_by, run_by)
     values ($1, 'customers', 'x', '[]', 0, now(), $2, $2) returning id`,
    [elsewhere.id, user],
  )
  const { rows: copies } = await server.owner.query(
    `insert into data_copies (tenant_id, state, folder, key, requested_at, expires_at)
     values ($1, 'ready', 'x', 'x', now(), 'infinity') returning id`,
    [elsewhere.id],
  )
  const { rows: busyFeeds } = await server.owner.query(
    `insert into busy_feeds (tenant_id, calendar_id, name, host, address, address_hash, created_at, read_at, next_read_at)
     values ($1, $2, 'x', 'x', 'x', 'x', now(), now(), now()) returning id`,
    [elsewhere.id, calendar_id],
  )
  const { feeds: links } = (await boss.get('/user/calendar-feeds')).json()
  foreign = {
    serviceId: service,
    hiddenId: booking.hidden_id,
    domain: elsewhere.domain,
    '/client/calendar-feeds/:file': nameIn(link),
    '/user/calendar-feeds/:id': links[0].id,
    '/client/icons/:key': nameIn(iconAddress(logo)!),
    '/client/logos/:key': nameIn(logo),
    '/client/mail-logos/:key': nameIn(mailLogoAddress(logo)!),
    '/client/pictures/:key': nameIn(picture),
    '/configs/privacy/:version': version,
    '/uploads/:key': nameIn(imageUrl),
    '/sessions': session.id,
    '/user': passkeys[0].id,
    '/contact-requests': request,
    '/bookings': booking.id,
    '/calendars': calendar_id,
    feed: busyFeeds[0].id,
    '/changed-hours': changed,
    '/customers': customer_id,
    '/data_copies': copies[0].id,
    '/days_off': day_off,
    '/special-openings': opening,
    '/imports': imports[0].id,
    '/notifications': rows[0].id,
    '/api_keys': apiKey,
    '/webhooks': webhook,
    delivery,
    '/proposals': proposal,
    '/services': service,
    '/users': user,
    '/waiting-list': waiting,
  }
})

/** Parameters that identify no record: a text of the right format for text parameters, a number for the others. */
const UNKNOWN: Record<string, string> = {
  hiddenId: 'AAAAAAAAAAAAAAAAAAAAAA',
  domain: 'unknown.it',
  '/client/calendar-feeds/:file': `${'A'.repeat(43)}.ics`,
  '/client/icons/:key': 'AAAAAAAAAAAAAAAAAAAAAA.png',
  '/client/logos/:key': 'AAAAAAAAAAAAAAAAAAAAAA.webp',
  '/client/mail-logos/:key': 'AAAAAAAAAAAAAAAAAAAAAA-mail.png',
  '/client/pictures/:key': 'AAAAAAAAAAAAAAAAAAAAAA-800.webp',
  '/uploads/:key': 'AAAAAAAAAAAAAAAAAAAAAA.webp',
}

const nameIn = (address: string) => address.split('/').at(-1)!

async function aPicture(field: string) {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#1d4ed8' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append(field, new Blob([bytes as never], { type: 'image/png' }), 'picture.png')
  return form
}

/** The id that another business's record has, by the whole path, the parameter's name or, for a plain `:id`, its collection. */
function foreignId({ path }: Endpoint, name: string) {
  const id = foreign[path] ?? foreign[name] ?? foreign[`/${path.split('/')[1]}`]
  if (id === undefined) throw new Error(`Say here what ${name} of ${path} is at another business`)
  return String(id)
}

const withId = declaredEndpoints.filter(({ path }) => path.includes(':'))

test('there are endpoints with an id', () => {
  expect(withId.length).toBeGreaterThanOrEqual(3)
})

test.for(withId.map((endpoint) => [endpointName(endpoint), endpoint] as const))(
  "%s says the same of another business's id as of an unknown one",
  async ([, endpoint]) => {
    const call = (chooseId: (name: string) => string) =>
      server.app.inject({
        method: endpoint.method,
        url: `/api${endpoint.path.replaceAll(/:(\w+)/g, (_, name) => chooseId(name))}`,
        query: sampleBody({ ...endpoint, body: endpoint.query }) as Record<string, string>,
        headers: { host: here.domain, authorization: `Bearer ${token}` },
        ...(endpoint.body && { payload: sampleBody(endpoint, ownIds) }),
      })

    const ofAnother = await call((name) => foreignId(endpoint, name))
    const ofNobody = await call((name) => UNKNOWN[endpoint.path] ?? UNKNOWN[name] ?? '999999999')

    expect(ofAnother.statusCode).toBe(404)
    expect(ofAnother.body).toBe(ofNobody.body)
    expect({ ...ofAnother.headers, date: '' }).toEqual({ ...ofNobody.headers, date: '' })
  },
)
