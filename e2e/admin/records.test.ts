import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { arrivedAt, fitsWidth, focused, gone, inView, loaded, seen, told } from '../support/look.ts'
import { fill, save, stepOf, walkTo } from '../support/onboarding.ts'
import { PASSWORD, type Shop } from '../support/shop.ts'
import { DESK, listens, PHONE, test } from '../support/test.ts'
import { typeTime } from '../support/typing.ts'

/** Somebody else of the shop, at another computer. */
async function colleague(shop: Shop) {
  const headers = { authorization: `Bearer ${await shop.token()}` }
  return async (method: string, path: string, body?: object) => {
    const answer = await shop.api(method, path, body, headers)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
}

const TAGLIO = { name: 'Taglio', duration: 60, amount: '25.00', description: 'Con lavaggio.' }
const withService = { services: [TAGLIO] }
const exactly = (place: Locator, label: string) => place.getByLabel(label, { exact: true })

/** The present state is shown, and the screen waits for a choice. */
const choiceIn = (place: Page | Locator) =>
  place.getByRole('region', { name: 'Nel frattempo qualcun altro ha modificato questi dati' })
const hintIn = (place: Page | Locator) => place.getByRole('button', { name: 'Vedi che cosa è cambiato' })
const keepMine = (place: Page | Locator) => place.getByRole('button', { name: 'Tieni le mie modifiche' }).click()
const takePresent = (place: Page | Locator) => place.getByRole('button', { name: 'Usa i dati attuali' }).click()
const hearsNothing = (page: Page) => page.route(/notifications\/stream/, (route) => route.abort())

test.for([PHONE])(
  'a form hears that a colleague has changed its service, and who saves second chooses, %i px wide',
  { tags: ['13.37'] },
  async (width, { enter, newShop }) => {
    const shop = await newShop(withService)
    const elsewhere = await colleague(shop)
    const service = `/services/${shop.serviceId}`
    const page = await enter(shop, '/service', { width, tolerates: /409|ApiError|net::ERR_FAILED/ })
    const panel = page.getByRole('dialog', { name: 'Modifica servizio' })
    const submit = panel.getByRole('button', { name: 'Salva modifiche' })
    await page.getByRole('row').filter({ hasText: 'Taglio' }).click()
    await focused(exactly(panel, 'Nome'))
    await exactly(panel, 'Durata (min)').fill('45')
    await listens(page)

    await elsewhere('PUT', service, { ...TAGLIO, amount: '30.00', calendar_id: shop.calendarId })
    await seen(hintIn(panel))
    await submit.click()
    const choice = choiceIn(panel)
    await seen(choice)
    await focused(choice.getByRole('heading'))
    expect(await choice.getByRole('term').allInnerTexts()).toEqual(['Prezzo (€)'])
    expect(await choice.getByRole('definition').allInnerTexts()).toEqual(['Adesso: 30,00', 'Prima: 25,00'])
    await expectAccessible(page)
    await fitsWidth(page)
    await keepMine(choice)
    await gone(choice)
    await focused(submit)
    expect(await exactly(panel, 'Prezzo (€)').inputValue()).toBe('30,00')
    await submit.click()
    await told(page, 'Servizio aggiornato con successo')
    const { services } = await elsewhere('GET', '/services')
    expect(services).toMatchObject([{ duration: 45, amount: '30.00' }])

    await hearsNothing(page)
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'Taglio' }).click()
    await exactly(panel, 'Nome').fill('Taglio corto')
    await elsewhere('PUT', service, { ...TAGLIO, name: 'Taglio uomo', calendar_id: shop.calendarId })
    await submit.click()
    await seen(choice)
    expect(await choice.getByRole('definition').allInnerTexts()).toEqual([
      'Adesso: Taglio uomo',
      'Nel tuo modulo: Taglio corto',
      'Adesso: 60',
      'Prima: 45',
      'Adesso: 25,00',
      'Prima: 30,00',
    ])
    await takePresent(choice)
    expect(await exactly(panel, 'Nome').inputValue()).toBe('Taglio uomo')
    expect(await exactly(panel, 'Durata (min)').inputValue()).toBe('60')
  },
)

test('two who change one booking: who saves second moves nothing back, and a lost answer is no colleague', {
  tags: ['13.37'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const elsewhere = await colleague(shop)
  const { id } = await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })
  const { name, surname, email, telephone } = await elsewhere('GET', `/bookings/${id}`)
  const visit = { surname, email, telephone, service_id: shop.serviceId, visit_day: shop.day(1) }
  const page = await enter(shop, `/appointments/${id}`, { tolerates: /409|ApiError|net::ERR_FAILED/ })
  await hearsNothing(page)
  await page.reload()
  await page.getByRole('button', { name: 'Modifica' }).click()
  const panel = page.getByRole('dialog', { name: 'Modifica la prenotazione' })
  const submit = panel.getByRole('button', { name: 'Salva modifiche' })
  await exactly(panel, 'Nome').fill('Giuliana')

  await elsewhere('PUT', `/bookings/update/${id}`, { ...visit, name, visit_hour: '11:00' })
  await submit.click()
  await seen(choiceIn(panel))
  expect(await choiceIn(panel).getByRole('definition').allInnerTexts()).toEqual(['Adesso: 11:00', 'Prima: 09:00'])
  await keepMine(panel)
  await expect.poll(() => panel.getByRole('radio', { name: '11:00' }).isChecked()).toBe(true)
  await submit.click()
  await told(page, 'Prenotazione modificata con successo')
  expect(await elsewhere('GET', `/bookings/${id}`)).toMatchObject({ name: 'Giuliana', visit_hour: '11:00:00' })

  await page.getByRole('button', { name: 'Modifica' }).click()
  await exactly(panel, 'Cognome').fill('Bruni')
  await page.route(
    /bookings\/update/,
    async (route) => {
      await elsewhere('PUT', `/bookings/update/${id}`, route.request().postDataJSON())
      await route.abort()
    },
    { times: 1 },
  )
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/bookings/update/'))
  await submit.click()
  await lost
  await expect.poll(() => submit.isEnabled()).toBe(true)
  await submit.click()
  await gone(panel)
  expect(await elsewhere('GET', `/bookings/${id}`)).toMatchObject({ surname: 'Bruni' })
})

test('two who move one booking: who comes second is told where it is by now, and goes on from there', {
  tags: ['13.162'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const elsewhere = await colleague(shop)
  const id = await shop.insertBooking({ visit_day: shop.today, visit_hour: '10:00' })
  const page = await enter(shop, '/dashboard', { tolerates: /409|ApiError|net::ERR_FAILED/ })
  await hearsNothing(page)
  await page.reload()
  await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
  await page.getByRole('menuitem', { name: 'Sposta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sposta' })
  await seen(dialog.getByText('alle 10:00, Taglio'))
  await elsewhere('PUT', `/bookings/reschedule/${id}`, {
    visit_day: shop.today,
    visit_hour: '11:00',
    calendar_id: null,
  })

  await typeTime(dialog, 'Orario', '15:00')
  await page.keyboard.press('Enter')
  await seen(dialog.getByText('Nel frattempo qualcun altro ha modificato questi dati.'))
  await seen(dialog.getByText('alle 11:00, Taglio'))
  await dialog.getByRole('button', { name: 'Sposta', exact: true }).click()

  await told(page, 'Prenotazione modificata con successo')
  expect(await shop.bookings()).toMatchObject([{ visit_hour: '15:00:00' }])
})

test('two who change the site: what the other has written is shown, and stays unless one wants otherwise', {
  tags: ['13.37'],
}, async ({ enter, newShop }) => {
  const shop = await newShop({
    configuration: { piva: '01234567897', email: 'ciao@aurora.example', contact_text: 'Scrivici.' },
  })
  const elsewhere = await colleague(shop)
  const page = await enter(shop, '/setting?sezione=sito')
  const site = page.getByRole('form', { name: 'Sito' })
  await site.getByLabel('Testo di benvenuto').fill('Benvenuti!')
  await listens(page)
  await elsewhere('PUT', '/configs/update', {
    welcome_text: 'Vi aspettiamo.',
    app_day_reminder: 2,
    address: 'Via Roma 1',
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await hintIn(site).click()
  await seen(choiceIn(site))
  await fitsWidth(page)
  expect(await choiceIn(site).getByRole('definition').allInnerTexts()).toEqual([
    'Adesso: Via Roma 1',
    'Prima: vuoto',
    'Adesso: Vi aspettiamo.',
    'Nel tuo modulo: Benvenuti!',
  ])
  await expectAccessible(page)
  await keepMine(site)
  await site.getByRole('button', { name: 'Salva' }).click()
  await told(page, 'Configurazioni salvate con successo')
  expect(await elsewhere('GET', '/client/configs')).toMatchObject({
    welcome_text: 'Benvenuti!',
    address: 'Via Roma 1',
    app_day_reminder: 2,
  })
})

const offerIn = (panel: Locator) => panel.getByRole('button', { name: 'Riprendi la bozza' })

async function logIn(page: Page, email: string) {
  await page.getByLabel('Mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Accedi' }).click()
}

test.for([DESK])(
  'what was typed into a panel is offered again, outlives the session for whoever it is, and nobody else, %i px wide',
  { tags: ['13.39'] },
  async (width, { enter, newShop }) => {
    const shop = await newShop(withService)
    const page = await enter(shop, '/service', { width, tolerates: /401|ApiError/ })
    const create = page.getByRole('button', { name: 'Nuovo servizio' })
    const panel = page.getByRole('dialog', { name: 'Nuovo servizio' })
    const name = exactly(panel, 'Nome')

    await create.click()
    await focused(name)
    await name.fill('Piega')
    await page.keyboard.press('Escape')
    await create.click()
    await seen(offerIn(panel))
    expect(await name.inputValue()).toBe('')
    await expectAccessible(page)
    await offerIn(panel).click()
    await focused(name)
    expect(await name.inputValue()).toBe('Piega')
    await panel.getByLabel('Descrizione').fill('A phon.')
    await page.goBack()
    await page.goForward()
    await create.click()
    await offerIn(panel).click()
    expect(await panel.getByLabel('Descrizione').inputValue()).toBe('A phon.')

    await exactly(panel, 'Durata (min)').fill('30')
    await panel.getByLabel('Prezzo (€)').fill('18,50')
    await seen(panel.getByRole('button', { name: /^Sala Calendario$/ }))
    await shop.logOutEverywhere(shop.admin.email)
    await panel.getByRole('button', { name: 'Aggiungi servizio' }).click()
    await arrivedAt(page, '/login')
    await logIn(page, shop.admin.email)
    await arrivedAt(page, '/service')
    await loaded(page)
    await seen(panel)
    expect(await name.inputValue()).toBe('Piega')
    expect(await panel.getByLabel('Prezzo (€)').inputValue()).toBe('18,50')
    await panel.getByRole('button', { name: 'Aggiungi servizio' }).click()
    await told(page, 'Servizio creato con successo')
    await create.click()
    expect(await offerIn(panel).count()).toBe(0)

    await name.fill('Segreto di Ada')
    await shop.logOutEverywhere(shop.admin.email)
    await page.reload()
    await arrivedAt(page, '/login')
    const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(await kept()).toContain('Segreto di Ada')
    await logIn(page, (await shop.newUser()).email)
    await arrivedAt(page, '/dashboard')
    await loaded(page)
    expect(await kept()).not.toContain('Segreto di Ada')
  },
)

test('who logs out leaves nothing of what they typed, and goes nowhere but to the dashboard afterwards', {
  tags: ['13.39'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const page = await enter(shop, '/user')
  await page.getByRole('button', { name: 'Nuovo utente' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuovo utente' })
  await exactly(panel, 'Nome').fill('Carla')
  await exactly(panel, 'Password').fill('Molto-Segreta-1')
  await panel.getByRole('button', { name: 'Chiudi', exact: true }).click()
  const kept = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  await expect.poll(kept).toContain('Carla')
  expect(await kept()).not.toContain('Molto-Segreta-1')
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()
  await arrivedAt(page, '/login')
  expect(await kept()).not.toContain('Carla')
  await logIn(page, shop.admin.email)
  await arrivedAt(page, '/dashboard')
})

test('a slot that is taken and a service that is deleted go from under an open panel, which says what to do next', {
  tags: ['13.40'],
}, async ({ enter, newShop }) => {
  const shop = await newShop({ services: [{}, { name: 'Piega' }] })
  const elsewhere = await colleague(shop)
  const page = await enter(shop, '/dashboard', { tolerates: /404|ApiError/ })
  await page.getByRole('button', { name: 'Nuova prenotazione' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  const choose = async (service: string) => {
    await panel.getByRole('button', { name: /Servizio$/ }).click()
    await page.getByRole('option', { name: service }).click()
    await panel.getByLabel('Data prenotazione').selectOption(shop.day(1))
  }
  await choose('Taglio')
  await panel.getByText('10:00').click()
  await shop.book({ visit_day: shop.day(1), visit_hour: '10:00' })
  await seen(panel.getByText('L’orario scelto non è più disponibile: scegline un altro.'))
  await gone(panel.getByText('10:00', { exact: true }))
  await expectAccessible(page)
  await panel.getByText('11:00').click()
  await gone(panel.getByText('non è più disponibile'))

  await choose('Piega')
  await panel.getByText('12:00').click()
  await listens(page)
  await elsewhere('DELETE', `/services/${shop.serviceIds[1]}`)
  await seen(panel.getByText('Questo servizio non c’è più: scegline un altro.'))
  await gone(panel.getByLabel('Data prenotazione'))
  await gone(panel.getByText('12:00', { exact: true }))
  await panel.getByRole('button', { name: /Servizio$/ }).click()
  await seen(page.getByRole('option', { name: 'Taglio' }))
  expect(await page.getByRole('option', { name: 'Piega' }).count()).toBe(0)
})

test('a wizard that was left open overwrites nothing of a business that is complete since', {
  tags: ['13.38'],
}, async ({ enter, newShop }) => {
  const shop = await newShop({ isNew: true })
  const elsewhere = await colleague(shop)
  const page = await enter(shop, '/onboarding', { tolerates: /409|ApiError|net::ERR_FAILED/ })
  await hearsNothing(page)
  await page.reload()
  await walkTo(page, 'Servizio')
  await fill(page, 'Servizio')
  await elsewhere('PUT', '/configs/update', { app_name: 'Studio Aurora', app_primary_color: '#123456' })

  await save(page)

  await seen(page.getByText(/^Nel frattempo qualcun altro ha configurato il sito/))
  await gone(stepOf(page, 'Servizio'))
  await expectAccessible(page)
  const { app_name, app_logo } = await elsewhere('GET', '/client/configs')
  expect({ app_name, app_logo }).toEqual({ app_name: 'Studio Aurora', app_logo: '' })
  expect((await elsewhere('GET', '/calendars')).calendars).toEqual([])

  const another = await newShop({ isNew: true })
  const onAPhone = await enter(another, '/onboarding', { width: 360 })
  await listens(onAPhone)
  await (await colleague(another))('PUT', '/configs/update', { app_primary_color: '#123456' })
  await seen(onAPhone.getByText(/^Nel frattempo qualcun altro ha configurato il sito/))
})

test('magnified four times, a panel’s fields have room: all of it scrolls', { tags: ['13.41'] }, async ({
  enter,
  newShop,
}) => {
  const page = await enter(await newShop(), '/service', { width: 320 })
  await page.setViewportSize({ width: 320, height: 200 })
  await page.getByRole('button', { name: 'Nuovo servizio' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuovo servizio' })
  await focused(exactly(panel, 'Nome'))
  const price = panel.getByLabel('Prezzo (€)')
  await price.focus()
  await inView(price)
  await fitsWidth(page)
  const submit = panel.getByRole('button', { name: 'Aggiungi servizio' })
  expect((await submit.boundingBox())!.y).toBeGreaterThan(200)
})
