import type { VisitField } from '@prenoto/core/bookings/visit-fields.ts'
import type { Service } from '@prenoto/core/services/managed-service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { REQUESTS_PATH } from '@prenoto/test-support/http/fake-text-channels.ts'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { bookAsGiulia } from '../support/booking-form.ts'
import { type Business, giulia } from '../support/business.ts'
import { expectVisible } from '../support/expectations.ts'
import { readMails } from '../support/read-mails.ts'
import { test } from '../support/test.ts'
import '../support/unique-customer.ts'

const { gatewayUrl } = inject('site')

/** The fields of a service that hold a text for people; its name is copied into the visit. */
type ServiceText = Exclude<
  { [K in keyof Service]: Service[K] extends string | null ? K : never }[keyof Service],
  'name' | 'color' | 'picture' | 'amount' | 'discounted_amount'
>

/** The texts of the booked service. */
const TEXTS: Record<ServiceText, string> = {
  description: 'Lavaggio compreso.',
  preparation: 'Vieni a testa asciutta.\nNiente lacca.',
  category: 'Capelli',
  notes: 'Nota del servizio.',
  internal_notes: 'Nota interna.',
}

const italian = (day: PlainDate) => day.split('-').reverse().join('/')
/** '2 dic', as in 'mercoledì 2 dicembre' and 'mer 2 dic'. */
const inWords = (day: PlainDate) => /\d+ \w{3}/.exec(formatDay(day))![0]

/** How places write each field of a visit of that service and another one. */
const VISIT: Record<Exclude<VisitField, 'service_id' | 'calendar_id'>, (day: PlainDate) => RegExp> = {
  visit_day: (day) => new RegExp(`${day}|${day.replaceAll('-', '')}T|${italian(day)}|\\b${inWords(day)}`),
  visit_hour: () => /09:47|T094700/,
  service_name: () => /Taglio/,
  service_duration: () => /10:48|61 minuti|"61"|"service_duration":61|PT1H1M/,
  service_price: () => /44[.,]05/,
  services: () => /12[.,]35/,
  calendar_name: () => /Anna/,
}

type Field = ServiceText | keyof typeof VISIT

const TICKETS = ['booking page', 'thank-you page', 'visit page', 'cancellation page'] as const
const EMAILS = ['confirmation', 'series-confirmation', 'reminder', 'new-booking'] as const
const WRITTEN = EMAILS.flatMap((kind) => [`${kind} text`, `${kind} HTML`] as const)
const EXPORTS = ['bookings export', 'customer export'] as const
const STAFF = ['booking panel', 'booking detail'] as const

type Place =
  | 'list'
  | (typeof TICKETS)[number]
  | 'my bookings'
  | (typeof WRITTEN)[number]
  | 'SMS'
  | 'calendar file'
  | (typeof EXPORTS)[number]
  | 'service form'
  | (typeof STAFF)[number]

/** The places that show each field. */
const SHOWN_AT: Record<Field, Place[]> = {
  description: ['list', 'booking page', 'service form'],
  preparation: [
    ...TICKETS.filter((place) => place !== 'cancellation page'),
    ...WRITTEN.filter((place) => !place.startsWith('new-booking')),
    'calendar file',
    'service form',
    'booking panel',
  ],
  category: ['service form'],
  notes: ['service form'],
  internal_notes: ['service form'],
  visit_day: [...TICKETS, 'my bookings', ...WRITTEN, 'SMS', 'calendar file', ...EXPORTS, ...STAFF],
  visit_hour: [...TICKETS, 'my bookings', ...WRITTEN, 'SMS', 'calendar file', ...EXPORTS, ...STAFF],
  service_name: ['list', ...TICKETS, 'my bookings', ...WRITTEN, 'calendar file', ...EXPORTS, 'service form', ...STAFF],
  service_duration: [...TICKETS, 'my bookings', ...WRITTEN, 'calendar file', ...EXPORTS, 'booking detail'],
  service_price: [...TICKETS, ...WRITTEN, ...EXPORTS, 'booking detail'],
  services: ['list', ...TICKETS, ...WRITTEN, 'customer export', 'booking detail'],
  calendar_name: [...TICKETS, 'my bookings', ...WRITTEN, 'calendar file', ...STAFF],
}

async function openSalon(newBusiness: (plan: object) => Promise<Business>) {
  const business = await newBusiness({
    configuration: { app_services_per_visit: 2, email: 'ciao@salone.example', phone: '011 555 0123' },
    calendar: { public_name: 'Anna', description: 'Al piano terra.' },
    services: [],
  })
  const authorization = { authorization: `Bearer ${await business.token()}` }
  const call = async (method: string, path: string, body?: object) => {
    const answer = await business.api(method, path, body, authorization)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const { calendars } = await call('GET', '/calendars')
  const other = await call('POST', '/calendars', { ...calendars[0], name: 'Bruno', public_name: '' })
  const newService = (service: object) =>
    call('POST', '/services', { ...service, calendar_id: business.calendarId, other_calendar_ids: [other.id] })
  const { id } = await newService({ ...TEXTS, name: 'Taglio', duration: 47, amount: '31.70' })
  const { id: otherId } = await newService({ name: 'Piega', duration: 14, amount: '12.35', description: 'Liscia.' })
  const texts = { confirmations: 'sms', reminders: 'none', cap_cents: 1000 }
  await call('PUT', '/configs/text-messages', texts)
  return { business, call, serviceId: id as number, otherId: otherId as number }
}

type Salon = Awaited<ReturnType<typeof openSalon>>

/** A booking of tomorrow that is old enough for a reminder. */
async function remind({ business, call, serviceId, otherId }: Salon) {
  const parts = [
    { service_id: serviceId, variant_id: null, name: 'Taglio', duration: 47, price: '31.70' },
    { service_id: otherId, variant_id: null, name: 'Piega', duration: 14, price: '12.35' },
  ]
  await business.insertBooking({
    visit_day: business.day(1),
    visit_hour: '09:47',
    service_id: serviceId,
    service_name: 'Taglio + Piega',
    service_duration: 61,
    service_price: '44.05',
    services: JSON.stringify(parts),
    scheduled_at: '2026-01-01T12:00:00Z',
  })
  await call('PUT', '/configs/update', { app_day_reminder: 2 })
}

/** The newest e-mail of a kind. */
const findEmail = async ({ domain }: Business, kind: string) =>
  (await readMails(kind)).find(({ html = '' }) => html.includes(domain))

async function readEmail(business: Business, kind: string) {
  await expect.poll(() => findEmail(business, kind)).toBeDefined()
  return (await findEmail(business, kind))!
}

async function readSms(business: Business) {
  const find = async () => {
    const requests: { body: string }[] = await (await fetch(gatewayUrl + REQUESTS_PATH)).json()
    return requests.find(({ body }) => body.includes(business.domain))?.body
  }
  await expect.poll(find).toBeDefined()
  return (await find())!
}

const readText = (page: Page) => page.locator('body').innerText()

/** The text that the server renders for another page of the business, without opening it. */
const readOther = (page: Page, path: string) =>
  page.evaluate(async (path) => {
    const html = (await (await fetch(path)).text()).replaceAll(/<br\/?>/g, '\n')
    return new DOMParser().parseFromString(html, 'text/html').querySelector('main')!.textContent
  }, path)

/** The visible text and the values of the fields. */
const readForm = (page: Page, name: string) =>
  page.getByRole('dialog', { name }).evaluate((dialog) => {
    const fields = [...dialog.querySelectorAll<HTMLInputElement>('input, textarea, select')]
    return [(dialog as HTMLElement).innerText, ...fields.map(({ value }) => value)].join('\n')
  })

test('every text of a service and of a visit is shown at the places of the table', async ({
  newBusiness,
  open,
  openAdmin,
}) => {
  const salon = await openSalon(newBusiness)
  const { business, serviceId, otherId } = salon
  await remind(salon)
  await salon.call('POST', '/bookings/series', {
    ...{
      ...giulia,
      telephone: '3331234567',
      email: `serie.${giulia.email}`,
      service_id: serviceId,
      also: String(otherId),
    },
    visits: [9, 16].map((n) => ({ visit_day: business.day(n), visit_hour: '09:47', calendar_id: business.calendarId })),
  })
  const texts = new Map<Place, string>()

  const day = business.day(3)
  const chosen = `con=${business.calendarId}&giorno=${day}&ora=09:47`
  const page = await open(business.at(`/client_service/${serviceId}/booking?poi=${otherId}&${chosen}`))
  const form = page.getByRole('form', { name: 'Completa la prenotazione' })
  await expectVisible(page.getByRole('list', { name: 'I servizi della visita' }))
  texts.set('booking page', await readText(page))
  await form.getByLabel('Avvisatemi anche con un SMS').check()
  await bookAsGiulia(page)
  await page.waitForURL('**/thank_you*')
  await expectVisible(page.getByRole('link', { name: 'Sposta o disdici' }))
  texts.set('thank-you page', await readText(page))

  const { id, hidden_id } = (await business.bookings()).find(({ visit_day }) => visit_day === day)!
  texts.set('list', await readOther(page, '/client_service'))
  texts.set('visit page', await readOther(page, `/bookings/${hidden_id}`))
  texts.set('cancellation page', await readOther(page, `/bookings/delete/${hidden_id}`))
  await business.api('POST', '/client/my-bookings', { email: giulia.email })
  const [link] = /\/my_bookings\/[\w-]{43}/.exec((await readEmail(business, 'my-bookings')).text!)!
  texts.set('my bookings', await readOther(page, link))

  for (const kind of EMAILS) {
    const { text, html } = await readEmail(business, kind)
    texts.set(`${kind} text`, text!)
    texts.set(`${kind} HTML`, html!.replaceAll(/<br\/?>/g, '\n').replaceAll(/<[^>]+>/g, ''))
  }
  texts.set('SMS', await readSms(business))

  const headers = { authorization: `Bearer ${await business.token()}` }
  const read = (path: string) =>
    page.evaluate(([path, headers]) => fetch(`/api${path}`, { headers }).then((answer) => answer.text()), [
      path,
      headers,
    ] as const)
  const calendarFile = await read(`/client/bookings/${hidden_id}/calendar`)
  texts.set('calendar file', calendarFile.replaceAll('\r\n ', '').replaceAll('\\n', '\n'))
  texts.set('bookings export', await read(`/reports/bookings?from=${day}&to=${addDays(day, 1)}`))
  const { customer_id } = JSON.parse(await read(`/bookings/${id}`))
  texts.set('customer export', await read(`/customers/${customer_id}/export`))

  const staff = await openAdmin(business, '/service')
  await staff.getByRole('row').filter({ hasText: 'Taglio' }).click()
  texts.set('service form', await readForm(staff, 'Modifica servizio'))
  await staff.goto(business.at(`/appointments/${id}`))
  await expectVisible(staff.getByRole('heading', { name: 'Prenotazione di Giulia Verdi' }))
  texts.set('booking detail', await readText(staff))
  await staff.getByRole('button', { name: 'Modifica' }).click()
  await expectVisible(staff.getByRole('dialog').getByText('09:47', { exact: true }))
  texts.set('booking panel', await readForm(staff, 'Modifica la prenotazione'))

  const dayAt = (place: Place) =>
    place.startsWith('reminder') ? business.day(1) : place.startsWith('series') ? business.day(9) : day
  const isShown = (field: Field, place: Place, text: string) =>
    field in TEXTS
      ? text.includes(TEXTS[field as ServiceText])
      : VISIT[field as keyof typeof VISIT](dayAt(place)).test(text)
  const shownAt = Object.keys(SHOWN_AT).map((field) => {
    const places = [...texts].flatMap(([place, text]) => (isShown(field as Field, place, text) ? place : []))
    return [field, places.sort()]
  })
  expect(Object.fromEntries(shownAt)).toEqual(
    Object.fromEntries(Object.entries(SHOWN_AT).map(([field, places]) => [field, places.toSorted()])),
  )
})
