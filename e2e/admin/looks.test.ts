import type { Role } from '@prenoto/core/contract/role.ts'
import type { Page } from 'playwright-core'
import { expectAccessible } from '../support/axe.ts'
import { fitsWidth, loaded, seen } from '../support/look.ts'
import type { Shop } from '../support/shop.ts'
import { test as base, openVisits, WIDTHS } from '../support/test.ts'

const LONG_NAME = 'Trattamento ricostruttivo Straordinariamenterigenerante per capelli lunghi e mossi'

const UNDELIVERED = 'Email non consegnata: l’indirizzo è stato rifiutato'

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

const aVisit = async (shop: Shop) =>
  `/appointments/${await shop.insertBooking({ visit_day: shop.day(1), visit_hour: '10:00' })}`

async function openBookingPanel(page: Page) {
  await press(page, 'Nuova prenotazione')
  await press(page, /Servizio/)
  await seen(page.getByRole('option').first())
}

type State = [
  path: string | ((shop: Shop) => Promise<string>),
  reach: (page: Page, shop: Shop) => Promise<unknown>,
  widths?: readonly number[],
]

/** The states of the back office: where each is found, and what brings the page there or tells that it is. */
const STATES: Record<string, State> = {
  'the dashboard': ['/dashboard', (page) => seen(page.getByText('Cliente:').first())],
  'the menu of a booking': [
    '/dashboard',
    async (page) => {
      await press(page, /^Azioni per/)
      await seen(page.getByRole('menuitem', { name: 'Elimina' }))
    },
  ],
  'the services of the booking panel': ['/dashboard', openBookingPanel],
  'the booking panel with its errors': [
    '/dashboard',
    async (page, shop) => {
      await openBookingPanel(page)
      await page.getByRole('option').first().click()
      await page.getByLabel('Data prenotazione').selectOption(shop.day(2))
      await page.getByText('10:00').last().click()
      await press(page, 'Aggiungi prenotazione')
      await seen(page.getByText('Il nome è obbligatorio.'))
    },
  ],
  'a booking': [aVisit, (page) => seen(page.getByText('Al momento non sono disponibili ulteriori dettagli.'))],
  'a booking whose customer no e-mail reaches': [
    async (shop) => {
      const id = await shop.insertBooking({ visit_day: shop.day(1), visit_hour: '10:00' })
      await shop.refuseEmail(id)
      return `/appointments/${id}`
    },
    (page) => seen(page.getByText(UNDELIVERED)),
  ],
  'the day of a customer whom no e-mail reaches': [
    async (shop) => {
      await shop.refuseEmail(await shop.insertBooking({ visit_day: shop.today, visit_hour: '10:00' }))
      return '/dashboard'
    },
    (page) => seen(page.getByText(UNDELIVERED)),
  ],
  'the panel that changes a booking': [
    aVisit,
    async (page) => {
      await press(page, 'Modifica')
      await seen(page.getByText('11:00'))
    },
  ],
  'a booking that is not there': ['/appointments/999999', (page) => seen(page.getByText(/non esiste o è stata/))],
  'the users': ['/user', (page) => seen(page.getByText('ada@salone.example'))],
  'a new user, with errors and the rules of a password': [
    '/user',
    async (page) => {
      await press(page, 'Nuovo utente')
      await press(page, 'Aggiungi utente')
      await page.getByLabel('Password', { exact: true }).focus()
      await seen(page.getByRole('tooltip'))
    },
  ],
  'the services': ['/service', (page) => seen(page.getByText('Piega'))],
  'the panel of a service, with errors': [
    '/service',
    async (page) => {
      await press(page, 'Piega')
      await page.getByLabel('Nome').fill('')
      await press(page, 'Salva modifiche')
      await seen(page.getByText('La descrizione è obbligatoria.'))
    },
  ],
  'the calendars to choose from': [
    '/day_off',
    async (page) => {
      await press(page, 'Nuova chiusura')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Calendario/ })
        .click()
      await seen(page.getByRole('option').first())
    },
  ],
  'the closures': ['/day_off', (page) => seen(page.getByRole('cell', { name: 'Ferie' }))],
  'the calendars': ['/calendar', (page) => seen(page.getByText('Sala'))],
  'the panel of a calendar': [
    '/calendar',
    async (page) => {
      await press(page, 'Sala')
      await seen(page.getByText('Orari di apertura'))
    },
  ],
  'the customers': ['/customer', (page) => seen(page.getByText('Email riservata').first())],
  'a customer': [
    '/customer',
    async (page) => {
      await press(page, 'Mostra i recapiti')
      await seen(page.getByText(/@posta/).first())
    },
  ],
  'the settings': ['/setting', (page) => seen(page.getByText('Modifica Avatar'))],
  'the rules for booking, with unsaved changes': [
    '/setting?sezione=regole',
    async (page) => {
      await page.getByLabel(/^Preavviso/).fill('9')
      await seen(page.getByText(/^Da salvare/))
    },
  ],
  'the notifications': [
    '/service',
    async (page) => {
      const menu = page.getByRole('button', { name: 'Apri il menu' })
      if (await menu.isVisible()) await menu.click()
      await press(page, /^Notifiche/)
      await seen(page.getByText(/^Hai \d+ notifiche non lette/))
    },
  ],
  'the mobile menu': ['/service', (page) => press(page, 'Apri il menu'), [360]],
  'a page that a role may not see': ['/user', (page) => seen(page.getByText(/non è prevista per il tuo ruolo/))],
}

const FLOATS = /^the menu of|^the services of|to choose from|errors/

/** One shop for all states, and one browser for each role in it. */
const test = base
  .extend('shop', { scope: 'file' }, async ({ shops }) => {
    const shop = await shops.open({
      services: [
        { name: LONG_NAME, discounted_amount: '12.50' },
        { name: 'Piega', position: 2 },
      ],
    })
    for (const visit_hour of ['09:00', '11:00', '12:00', '14:00'])
      await shop.insertBooking({ visit_day: shop.today, visit_hour, service_name: LONG_NAME })
    await shop.newDayOff({ day_from: shop.day(5), hour_from: '09:00', day_to: shop.day(9), hour_to: '12:00' })
    await shop.book({
      visit_day: shop.day(3),
      visit_hour: '09:00:00',
      surname: 'Della Rovere-Castelnuovo di Montefalcone',
    })
    return shop
  })
  .extend('visits', { scope: 'file' }, ({ browser }, { onCleanup }) => {
    const visits = openVisits(browser)
    onCleanup(visits.close)
    return visits
  })
  .extend('pages', { scope: 'file' }, async ({ visits, shop }) => {
    const open = async (role: Role) =>
      visits.open(shop.at('/login'), { token: await shop.token(role), tolerates: /404/ })
    return { admin: await open('admin'), editor: await open('editor') }
  })

test.afterEach(({ visits, task }) => visits.judge(task))

test.for(Object.keys(STATES))(
  '%s: nothing for axe to find, and nothing wider than the window',
  { tags: ['2.78', '5.19'] },
  async (name, { pages, shop }) => {
    const [path, reach, widths = WIDTHS] = STATES[name]!
    const page = pages[name.includes('role') ? 'editor' : 'admin']
    const address = shop.at(typeof path === 'string' ? path : await path(shop))
    const visit = async (width: number) => {
      await page.setViewportSize({ width, height: 740 })
      await page.goto(address)
      await seen(page.getByRole('heading', { level: 1 }))
      await loaded(page)
      await reach(page, shop)
    }

    await visit(widths[0]!)

    for (const width of [320, ...widths]) {
      await page.setViewportSize({ width, height: 740 })
      await fitsWidth(page)
      if (width === 320) continue
      // What floats may leave when the window changes.
      if (FLOATS.test(name) && width !== widths[0]) await visit(width)
      await expectAccessible(page)
    }
  },
)
