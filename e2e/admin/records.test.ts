import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { type Business, PASSWORD } from '../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  waitForPath,
  waitUntilLoaded,
} from '../support/expectations.ts'
import { openScreen } from '../support/menu.ts'
import { PHONE, test, waitForEventStream } from '../support/test.ts'
import { typeTime } from '../support/typing.ts'

/** Logs in another user. Returns a function that calls the API as that user. */
async function logInColleague(business: Business) {
  const headers = { authorization: `Bearer ${await business.token()}` }
  return async (method: string, path: string, body?: object) => {
    const answer = await business.api(method, path, body, headers)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
}

const TAGLIO = { name: 'Taglio', duration: 60, amount: '25.00', description: 'Con lavaggio.' }
const withService = { services: [TAGLIO] }
const byExactLabel = (locator: Locator, label: string) => locator.getByLabel(label, { exact: true })

/** The region in which a form shows concurrent changes. */
const choiceIn = (locator: Page | Locator) =>
  locator.getByRole('region', { name: 'Nel frattempo qualcun altro ha modificato questi dati' })
const hintIn = (locator: Page | Locator) => locator.getByRole('button', { name: 'Vedi che cosa è cambiato' })
const keepMine = (locator: Page | Locator) => locator.getByRole('button', { name: 'Tieni le mie modifiche' }).click()
const takeCurrent = (locator: Page | Locator) => locator.getByRole('button', { name: 'Usa i dati attuali' }).click()
const blockEvents = (page: Page) => page.route(/notifications\/stream/, (route) => route.abort())

test.for([PHONE])(
  'a form shows that another user has changed its service, and the second to save chooses, %i px wide',
  { tags: ['13.37'] },
  async (width, { openAdmin, newBusiness }) => {
    const business = await newBusiness(withService)
    const callAsColleague = await logInColleague(business)
    const service = `/services/${business.serviceId}`
    const page = await openAdmin(business, '/service', { width, allowedErrors: /409|ApiError|net::ERR_FAILED/ })
    const panel = page.getByRole('dialog', { name: 'Modifica servizio' })
    const submit = panel.getByRole('button', { name: 'Salva modifiche' })
    await page.getByRole('row').filter({ hasText: 'Taglio' }).click()
    await expectFocused(byExactLabel(panel, 'Nome'))
    await byExactLabel(panel, 'Durata (min)').fill('45')
    await waitForEventStream(page)

    await callAsColleague('PUT', service, { ...TAGLIO, amount: '30.00', calendar_id: business.calendarId })
    await expectVisible(hintIn(panel))
    await submit.click()
    const choice = choiceIn(panel)
    await expectVisible(choice)
    await expectFocused(choice.getByRole('heading'))
    expect(await choice.getByRole('term').allInnerTexts()).toEqual(['Prezzo (€)'])
    expect(await choice.getByRole('definition').allInnerTexts()).toEqual(['Adesso: 30,00', 'Prima: 25,00'])
    await expectAccessible(page)
    await expectFitsWidth(page)
    await keepMine(choice)
    await expectHidden(choice)
    await expectFocused(submit)
    expect(await byExactLabel(panel, 'Prezzo (€)').inputValue()).toBe('30,00')
    await submit.click()
    await expectMessage(page, 'Servizio aggiornato con successo')
    const { services } = await callAsColleague('GET', '/services')
    expect(services).toMatchObject([{ duration: 45, amount: '30.00' }])

    await blockEvents(page)
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'Taglio' }).click()
    await byExactLabel(panel, 'Nome').fill('Taglio corto')
    await callAsColleague('PUT', service, { ...TAGLIO, name: 'Taglio uomo', calendar_id: business.calendarId })
    await submit.click()
    await expectVisible(choice)
    expect(await choice.getByRole('definition').allInnerTexts()).toEqual([
      'Adesso: Taglio uomo',
      'Nel tuo modulo: Taglio corto',
      'Adesso: 60',
      'Prima: 45',
      'Adesso: 25,00',
      'Prima: 30,00',
    ])
    await takeCurrent(choice)
    expect(await byExactLabel(panel, 'Nome').inputValue()).toBe('Taglio uomo')
    expect(await byExactLabel(panel, 'Durata (min)').inputValue()).toBe('60')
  },
)

test('the form of a calendar shows the pauses that another user has added instead of erasing them', {
  tags: ['13.37'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness({ calendar: { description: 'Al piano terra.' } })
  const callAsColleague = await logInColleague(business)
  const page = await openAdmin(business, '/calendar', { allowedErrors: /409|ApiError|net::ERR_FAILED/ })
  await blockEvents(page)
  await page.getByRole('row').filter({ hasText: 'Sala' }).click()
  const panel = page.getByRole('dialog', { name: 'Modifica calendario' })
  await byExactLabel(panel, 'Nome').fill('Sala grande')

  const { calendars } = await callAsColleague('GET', '/calendars')
  const pauses = [{ weekdays: [1], from: '11:00', to: '11:15' }]
  await callAsColleague('PUT', `/calendars/${business.calendarId}`, { ...calendars[0], pauses })
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()
  const choice = choiceIn(panel)
  await expectVisible(choice)
  expect(await choice.getByRole('term').allInnerTexts()).toEqual(['Pause'])
  expect(await choice.getByRole('definition').allInnerTexts()).toEqual(['Adesso: lun 11:00–11:15', 'Prima: nessuna'])
  await keepMine(choice)
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectMessage(page, 'Calendario aggiornato con successo')
  expect((await callAsColleague('GET', '/calendars')).calendars).toMatchObject([{ name: 'Sala grande', pauses }])
})

test('a user who edits or reschedules a booking continues from another user’s reschedule, and a lost answer is no conflict', {
  tags: ['13.37', '13.162'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const callAsColleague = await logInColleague(business)
  const { id } = await business.book({ visit_day: business.day(1), visit_hour: '09:00' })
  const { name, surname, email, telephone } = await callAsColleague('GET', `/bookings/${id}`)
  const visit = { surname, email, telephone, service_id: business.serviceId, visit_day: business.day(1) }
  const page = await openAdmin(business, `/appointments/${id}`, { allowedErrors: /409|ApiError|net::ERR_FAILED/ })
  await blockEvents(page)
  await page.reload()
  await page.getByRole('button', { name: 'Modifica' }).click()
  const panel = page.getByRole('dialog', { name: 'Modifica la prenotazione' })
  const submit = panel.getByRole('button', { name: 'Salva modifiche' })
  await byExactLabel(panel, 'Nome').fill('Giuliana')

  await callAsColleague('PUT', `/bookings/update/${id}`, { ...visit, name, visit_hour: '11:00' })
  await submit.click()
  await expectVisible(choiceIn(panel))
  expect(await choiceIn(panel).getByRole('definition').allInnerTexts()).toEqual(['Adesso: 11:00', 'Prima: 09:00'])
  await keepMine(panel)
  await expect.poll(() => panel.getByRole('radio', { name: '11:00' }).isChecked()).toBe(true)
  await submit.click()
  await expectMessage(page, 'Prenotazione modificata con successo')
  expect(await callAsColleague('GET', `/bookings/${id}`)).toMatchObject({ name: 'Giuliana', visit_hour: '11:00:00' })

  await page.getByRole('button', { name: 'Modifica' }).click()
  await byExactLabel(panel, 'Cognome').fill('Bruni')
  await page.route(
    /bookings\/update/,
    async (route) => {
      await callAsColleague('PUT', `/bookings/update/${id}`, route.request().postDataJSON())
      await route.abort()
    },
    { times: 1 },
  )
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/bookings/update/'))
  await submit.click()
  await lost
  await expect.poll(() => submit.isEnabled()).toBe(true)
  await submit.click()
  await expectHidden(panel)
  expect(await callAsColleague('GET', `/bookings/${id}`)).toMatchObject({ surname: 'Bruni' })

  const today = { visit_day: business.today, calendar_id: null }
  const otherId = await business.insertBooking({ visit_day: business.today, visit_hour: '10:00', name: 'Carla' })
  await openScreen(page, 'Dashboard')
  await page.getByRole('button', { name: 'Azioni per Carla Verdi' }).click()
  await page.getByRole('menuitem', { name: 'Sposta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sposta' })
  await expectVisible(dialog.getByText('alle 10:00, Taglio'))
  await callAsColleague('PUT', `/bookings/reschedule/${otherId}`, { ...today, visit_hour: '11:00' })

  await typeTime(dialog, 'Orario', '15:00')
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByText('Nel frattempo qualcun altro ha modificato questi dati.'))
  await expectVisible(dialog.getByText('alle 11:00, Taglio'))
  await dialog.getByRole('button', { name: 'Sposta', exact: true }).click()
  await expectHidden(dialog)
  expect((await business.bookings())[0]).toMatchObject({ name: 'Carla', visit_hour: '15:00:00' })
})

const offerIn = (panel: Locator) => panel.getByRole('button', { name: 'Riprendi la bozza' })

async function logIn(page: Page, email: string) {
  await page.getByLabel('Mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Accedi' }).click()
}

test('a log-out deletes all drafts; a draft of a panel is offered again, also after a new log-in of the same user but of no other', {
  tags: ['13.39'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness(withService)
  const page = await openAdmin(business, '/user', { allowedErrors: /401|ApiError/ })
  const storage = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  await page.getByRole('button', { name: 'Nuovo utente' }).click()
  const user = page.getByRole('dialog', { name: 'Nuovo utente' })
  await byExactLabel(user, 'Nome').fill('Carla')
  await byExactLabel(user, 'Password').fill('Molto-Segreta-1')
  await user.getByRole('button', { name: 'Chiudi', exact: true }).click()
  await expect.poll(storage).toContain('Carla')
  expect(await storage()).not.toContain('Molto-Segreta-1')
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()
  await waitForPath(page, '/login')
  expect(await storage()).not.toContain('Carla')
  await logIn(page, business.admin.email)
  await waitForPath(page, '/dashboard')

  await openScreen(page, 'Servizi')
  const create = page.getByRole('button', { name: 'Nuovo servizio' })
  const panel = page.getByRole('dialog', { name: 'Nuovo servizio' })
  const name = byExactLabel(panel, 'Nome')

  await create.click()
  await expectFocused(name)
  await name.fill('Piega')
  await page.keyboard.press('Escape')
  await create.click()
  await expectVisible(offerIn(panel))
  expect(await name.inputValue()).toBe('')
  await expectAccessible(page)
  await offerIn(panel).click()
  await expectFocused(name)
  expect(await name.inputValue()).toBe('Piega')
  await panel.getByLabel('Descrizione').fill('A phon.')
  await page.goBack()
  await page.goForward()
  await create.click()
  await offerIn(panel).click()
  expect(await panel.getByLabel('Descrizione').inputValue()).toBe('A phon.')

  await byExactLabel(panel, 'Durata (min)').fill('30')
  await panel.getByLabel('Prezzo (€)').fill('18,50')
  await expectVisible(panel.getByRole('button', { name: /^Sala Calendario$/ }))
  await business.logOutEverywhere(business.admin.email)
  await panel.getByRole('button', { name: 'Aggiungi servizio' }).click()
  await waitForPath(page, '/login')
  await logIn(page, business.admin.email)
  await waitForPath(page, '/service')
  await waitUntilLoaded(page)
  await expectVisible(panel)
  expect(await name.inputValue()).toBe('Piega')
  expect(await panel.getByLabel('Prezzo (€)').inputValue()).toBe('18,50')
  await panel.getByRole('button', { name: 'Aggiungi servizio' }).click()
  await expectMessage(page, 'Servizio creato con successo')
  await create.click()
  expect(await offerIn(panel).count()).toBe(0)

  await name.fill('Segreto di Ada')
  await business.logOutEverywhere(business.admin.email)
  // The page may leave for the log-in by itself, which would abort a reload that the test waits for.
  await page.evaluate(() => setTimeout(() => location.reload()))
  await waitForPath(page, '/login')
  expect(await storage()).toContain('Segreto di Ada')
  await logIn(page, (await business.newUser()).email)
  await waitForPath(page, '/dashboard')
  await waitUntilLoaded(page)
  expect(await storage()).not.toContain('Segreto di Ada')
})
