import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { mondayBefore } from '../../web/src/lib/month-days.ts'
import { expectAccessible } from '../support/axe.ts'
import type { Business } from '../support/business.ts'
import { expectFitsWidth, expectHidden, expectVisible } from '../support/expectations.ts'
import { showPage, showSection } from '../support/menu.ts'
import { test as base, DESKTOP, openPages, PHONE, WIDTHS } from '../support/test.ts'

const LONG_NAME = 'Trattamento ricostruttivo Straordinariamenterigenerante per capelli lunghi e mossi'

const UNDELIVERED = 'Email non consegnata: l’indirizzo è stato rifiutato'

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

const aVisit = async (business: Business) =>
  `/appointments/${await business.insertBooking({ visit_day: business.day(1), visit_hour: '10:00' })}`

type State = [
  path: string | ((business: Business) => Promise<string>),
  reach: (page: Page, business: Business) => Promise<unknown>,
  /** The widths at which its accessibility is checked. */
  widths?: readonly number[],
]

/** The states of the back office: an address, and the steps or expectations that reach the state. */
const STATES: Record<string, State> = {
  'the dashboard, with a customer whom no e-mail reaches': [
    '/dashboard',
    async (page) => {
      await expectVisible(page.getByText('Cliente:').first())
      await expectVisible(page.getByRole('listitem').getByText(UNDELIVERED))
      expect(await page.getByText(UNDELIVERED).count()).toBe(1)
    },
    WIDTHS,
  ],
  'the menu of a booking': [
    '/dashboard',
    async (page) => {
      await press(page, /^Azioni per/)
      await expectVisible(page.getByRole('menuitem', { name: 'Elimina' }))
    },
  ],
  'the booking panel with its errors': [
    '/dashboard',
    async (page, business) => {
      await press(page, 'Nuova prenotazione')
      await press(page, /Servizio/)
      // Found by name, because the line that shows while a list loads is an option, too.
      await page.getByRole('option', { name: /^Trattamento/ }).click()
      await page.getByLabel('Data prenotazione').selectOption(business.day(2))
      await page.getByText('10:00').last().click()
      await press(page, 'Aggiungi prenotazione')
      await expectVisible(page.getByText('Il nome è obbligatorio.'))
    },
  ],
  'a booking with a refused e-mail address': [
    async (business) => {
      const address = await aVisit(business)
      await business.refuseEmail(Number(address.split('/').at(-1)))
      return address
    },
    (page) => expectVisible(page.getByText(UNDELIVERED)),
  ],
  'a cancelled booking': [
    async (business) => {
      const address = await aVisit(business)
      const authorization = `Bearer ${await business.token()}`
      await business.api('DELETE', address.replace('/appointments', '/bookings/delete'), undefined, { authorization })
      return address
    },
    async (page) => {
      await expectVisible(page.getByText(/^Prenotazione di Giulia Verdi, disdetta da .+ il .+ alle /))
      await expectVisible(page.getByRole('region', { name: 'Storia' }))
      await expectHidden(page.getByRole('button', { name: /Modifica|Elimina/ }))
    },
  ],
  'an unknown booking': ['/appointments/999999', (page) => expectVisible(page.getByText(/non esiste o è stata/))],
  'the list of users': ['/user', (page) => expectVisible(page.getByText('ada@salone.example')), WIDTHS],
  'a new user, with errors and the rules of a password': [
    '/user',
    async (page) => {
      await press(page, 'Nuovo utente')
      await press(page, 'Aggiungi utente')
      await page.getByLabel('Password', { exact: true }).focus()
      await expectVisible(page.getByRole('tooltip'))
    },
  ],
  // Its accessibility is that of the list of users.
  'the list of services': ['/service', (page) => expectVisible(page.getByText('Piega')), []],
  'the panel of a service, with errors': [
    '/service',
    async (page) => {
      await press(page, 'Piega')
      await page.getByLabel('Nome').fill('')
      await press(page, 'Salva modifiche')
      await expectVisible(page.getByText('La descrizione è obbligatoria.'))
    },
  ],
  'the panel of a calendar, with weeks that alternate, a pause and another calendar that cannot be read': [
    async (business) => {
      const at = Temporal.Now.instant().toString()
      const busy = `{[${business.day(3)}T00:00:00Z,${business.day(4)}T00:00:00Z)}`
      const failing = { failing_since: at, failure: 'not_found', events: 12, busy }
      const name = `Google di ${LONG_NAME.replaceAll(' ', '').slice(0, 50)}`
      const address = { host: 'calendar.google.com', address: 'x', address_hash: 'x' }
      const times = { created_at: at, read_at: at, next_read_at: '2199-01-01T00:00:00Z' }
      const hours = { sunday_morning_from: '09:00', sunday_morning_to: '13:00' }
      const calendar_id = await business.insert('calendars', {
        name: 'Cabina',
        from: '2020-01-01',
        ...hours,
        pauses: [{ weekdays: [7], from: '11:00', to: '11:15' }],
        rota_from: mondayBefore(business.today),
        other_weeks: [hours],
      })
      await business.insert('busy_feeds', { calendar_id, name, ...address, ...times, ...failing })
      return '/calendar'
    },
    async (page) => {
      await press(page, 'Cabina')
      await expectVisible(page.getByText('Orari di apertura, Settimana A', { exact: true }))
      await expectVisible(page.getByRole('group', { name: 'Pausa 1' }))
      await expectVisible(page.getByText(/^Non si legge da/))
      await page.getByText(/^Non si legge da/).scrollIntoViewIfNeeded()
    },
  ],
  'the list of customers, with their contacts': [
    '/customer',
    async (page) => {
      await expectVisible(page.getByText('Email riservata').first())
      await press(page, 'Mostra i recapiti')
      await expectVisible(page.getByText(/@posta/).first())
    },
  ],
  'the section of booking rules, with unsaved changes': [
    '/setting?sezione=regole',
    async (page) => {
      await page.getByLabel(/^Preavviso/).check()
      await page.getByLabel(/^Gli assistenti/).check()
      await expectVisible(page.getByLabel('Indirizzo per gli assistenti'))
      await expectVisible(page.getByText(/^Da salvare/))
    },
  ],
  'the settings page': ['/setting', (page) => expectVisible(page.getByText('Modifica Avatar')), WIDTHS],
  'a key of a long name, beside a paused program with contacts and its failed deliveries': [
    async (business) => {
      const at = Temporal.Now.instant().toString()
      const name = 'Registratoredicassatelematico'.repeat(2)
      const hash = { key_hash: Buffer.from('x'), last_characters: 'abcd', created_by: await business.adminId() }
      await business.insert('api_keys', { name, rights: ['customers'], ...hash, created_at: at })
      const url = `https://avvisi.example/${'codice'.repeat(20)}`
      const paused = { paused_at: at, paused_by: 'failures', failing_since: at }
      const hook = { url, events: ['booking.created', 'customer.erased'], contacts: true, secret: 'x', ...paused }
      const webhook_id = await business.insert('webhooks', hook)
      const times = { happened_at: at, next_attempt_at: at, attempted_at: at, attempts: 9 }
      const failure = { state: 'failed', failure: 'status', status: 500 }
      for (const booking_id of [1, 2])
        await business.insert('webhook_deliveries', {
          ...{ webhook_id, booking_id, event: 'booking.created', data: '{}' },
          ...times,
          ...failure,
        })
      return '/setting?sezione=programmi'
    },
    async (page) => {
      await expectVisible(page.getByRole('button', { name: /^Revoca/ }))
      await press(page, /^Ultimi avvisi/)
      await expectVisible(page.getByText('Non consegnato: il programma ha risposto 500').first())
    },
  ],
  'the form of a program to notify': [
    '/setting?sezione=programmi',
    async (page) => {
      await press(page, 'Aggiungi un programma da avvisare')
      await expectVisible(page.getByRole('dialog').getByLabel('Indirizzo del programma'))
    },
  ],
  'a page of the guide': [
    '/guida/chiudere-per-ferie',
    (page) => expectVisible(page.getByRole('heading', { level: 2, name: 'Buono a sapersi' })),
  ],
  'a search of the guide': [
    '/guida/chiudere-per-ferie',
    async (page) => {
      await page.getByRole('link', { name: 'Tutta la guida' }).click()
      await page.getByLabel('Cerca nella guida').fill('ferie')
      await expectVisible(page.getByText(/^\d+ pagine$/))
    },
  ],
  'the mobile menu': ['/service', (page) => press(page, 'Apri il menu')],
}

/** One business and one page for all states. */
const test = base
  .extend('business', { scope: 'file' }, async ({ businesses }) => {
    const business = await businesses.open({
      services: [
        { name: LONG_NAME, discounted_amount: '12.50' },
        { name: 'Piega', position: 2 },
      ],
    })
    for (const visit_hour of ['09:00', '11:00', '12:00', '14:00'])
      await business.insertBooking({ visit_day: business.today, visit_hour, service_name: LONG_NAME })
    await business.refuseEmail(await business.insertBooking({ visit_day: business.today, visit_hour: '15:00' }))
    await business.book({
      visit_day: business.day(3),
      visit_hour: '09:00:00',
      surname: 'Della Rovere-Castelnuovo di Montefalcone',
    })
    return business
  })
  .extend('visits', { scope: 'file' }, ({ browser }, { onCleanup }) => {
    const visits = openPages(browser)
    onCleanup(visits.close)
    return visits
  })
  .extend('page', { scope: 'file' }, async ({ visits, business }) =>
    visits.open(business.at('/guida'), { token: await business.token(), allowedErrors: /404/ }),
  )

test.afterEach(({ visits, task }) => visits.check(task))

test('with forced colours a chosen view, page, day and hour are filled, today is framed and closed hours are hatched', async ({
  page,
  business,
}) => {
  const background = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor)
  const frame = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).outlineStyle)
  const expectFilled = async (chosen: Locator, other: Locator) => {
    await expect.poll(() => background(chosen)).toBe(await background(view('Mese')))
    expect(await background(other)).not.toBe(await background(chosen))
  }
  const view = (name: string) => page.getByRole('button', { name, exact: true })
  const cell = (day: PlainDate) => page.getByRole('gridcell', { name: formatDay(day) }).getByRole('button')
  await page.setViewportSize({ width: DESKTOP, height: 740 })
  await page.emulateMedia({ forcedColors: 'active' })
  await showPage(page, `/dashboard?vista=mese&giorno=${business.day(1)}`)
  await expectFilled(cell(business.day(1)), cell(business.today))
  await expectFilled(view('Mese'), view('Giorno'))
  const menu = page.getByRole('complementary')
  await expectFilled(menu.getByRole('link', { name: 'Dashboard' }), menu.getByRole('link', { name: 'Clienti' }))
  expect([await frame(cell(business.today)), await frame(cell(business.day(1)))]).toEqual(['dashed', 'none'])

  await press(page, 'Nuova prenotazione')
  await press(page, /Servizio/)
  await page.getByRole('option', { name: 'Piega' }).click()
  const hours = page.getByRole('group', { name: 'Orario' })
  await hours.getByText('16:00').click()
  await expectFilled(hours.getByText('16:00'), hours.getByText('17:00'))

  await showPage(page, '/dashboard?vista=settimana')
  const today = page.getByRole('button', { name: formatDay(business.today) })
  expect(await frame(today)).toBe('dashed')
  const hatch = page.locator('[data-closed]').first()
  expect(await hatch.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('gradient')
  await page.emulateMedia({ forcedColors: null })
})

test.for(Object.keys(STATES))(
  '%s is accessible and fits the window',
  { tags: ['2.78', '5.19'] },
  async (name, { page, business }) => {
    const [path, reach, widths = [PHONE]] = STATES[name]!
    const show = (width: number) => page.setViewportSize({ width, height: 740 })
    await show(PHONE)
    const address = typeof path === 'string' ? path : await path(business)
    const section = address.split('/setting?sezione=')[1]
    const stays =
      section && new URL(page.url()).pathname === '/setting' && !(await page.locator('dialog[open]').count())
    if (stays) await showSection(page, section)
    else await showPage(page, address)
    await reach(page, business)

    for (const width of [PHONE, 320, DESKTOP]) {
      if (width !== PHONE) await show(width)
      if (widths.includes(width)) await expectAccessible(page)
      await expectFitsWidth(page)
    }
  },
)
