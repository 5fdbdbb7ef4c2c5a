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
import { openScreen, showPage } from '../support/menu.ts'
import { DESKTOP, PHONE, waitForEventStream, withOnePage } from '../support/test.ts'
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

const byExactLabel = (locator: Locator, label: string) => locator.getByLabel(label, { exact: true })

const test = withOnePage({ allowedErrors: /401|409|ApiError/ })

test('a form that edits or reschedules a booking shows that another user has moved it, and continues from there', {
  tags: ['13.37', '13.162'],
}, async ({ business, page }) => {
  const callAsColleague = await logInColleague(business)
  const { id } = await business.book({ visit_day: business.day(1), visit_hour: '09:00' })
  const { name, surname, email, telephone } = await callAsColleague('GET', `/bookings/${id}`)
  const visit = { surname, email, telephone, service_id: business.serviceId, visit_day: business.day(1) }
  await page.setViewportSize({ width: PHONE, height: 740 })
  await showPage(page, `/appointments/${id}`)
  await page.getByRole('button', { name: 'Modifica' }).click()
  const panel = page.getByRole('dialog', { name: 'Modifica la prenotazione' })
  const submit = panel.getByRole('button', { name: 'Salva modifiche' })
  await byExactLabel(panel, 'Nome').fill('Giuliana')
  await waitForEventStream(page)

  await callAsColleague('PUT', `/bookings/update/${id}`, { ...visit, name, visit_hour: '11:00' })
  await expectVisible(panel.getByRole('button', { name: 'Vedi che cosa è cambiato' }))
  await submit.click()
  const choice = panel.getByRole('region', { name: 'Nel frattempo qualcun altro ha modificato questi dati' })
  await expectFocused(choice.getByRole('heading'))
  expect(await choice.getByRole('definition').allInnerTexts()).toEqual([
    'Adesso: 11:00',
    'Nel tuo modulo: 09:00',
    'Adesso: Giulia',
    'Nel tuo modulo: Giuliana',
  ])
  await expectAccessible(page)
  await expectFitsWidth(page)
  await choice.getByRole('button', { name: 'Usa i dati attuali' }).click()
  await expect.poll(() => panel.getByRole('radio', { name: '11:00' }).isChecked()).toBe(true)
  await byExactLabel(panel, 'Nome').fill('Giuliana')
  await submit.click()
  await expectMessage(page, 'Prenotazione modificata con successo')
  expect(await callAsColleague('GET', `/bookings/${id}`)).toMatchObject({ name: 'Giuliana', visit_hour: '11:00:00' })

  const today = { visit_day: business.today, calendar_id: null }
  const otherId = await business.insertBooking({ visit_day: business.today, visit_hour: '10:00', name: 'Carla' })
  await openScreen(page, 'Dashboard')
  await page.getByRole('button', { name: 'Azioni per Carla Verdi' }).click()
  await page.getByRole('menuitem', { name: 'Sposta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sposta' })
  await expectVisible(dialog.getByText('alle 10:00, Taglio'))
  // The colleague is faster, but the event of the change comes too late.
  await page.route(
    /\/bookings\/reschedule\//,
    async (route) => {
      await callAsColleague('PUT', `/bookings/reschedule/${otherId}`, { ...today, visit_hour: '11:00' })
      await route.continue()
    },
    { times: 1 },
  )

  await typeTime(dialog, 'Orario', '15:00')
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByText('Nel frattempo qualcun altro ha modificato questi dati.'))
  await expectVisible(dialog.getByText('alle 11:00, Taglio'))
  await dialog.getByRole('button', { name: 'Sposta', exact: true }).click()
  await expectHidden(dialog)
  expect((await business.bookings())[0]).toMatchObject({ name: 'Carla', visit_hour: '15:00:00' })
})

async function logIn(page: Page, email: string) {
  await page.getByLabel('Mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Accedi' }).click()
}

test('a panel is open again after a new log-in of the same user but of no other; a log-out deletes all drafts, which hold no password', {
  tags: ['13.39'],
}, async ({ business, page }) => {
  await page.setViewportSize({ width: DESKTOP, height: 740 })
  await showPage(page, '/service')
  const storage = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  const create = page.getByRole('button', { name: 'Nuovo servizio' })
  const panel = page.getByRole('dialog', { name: 'Nuovo servizio' })
  const name = byExactLabel(panel, 'Nome')

  await create.click()
  await name.fill('Piega')
  await panel.getByLabel('Descrizione').fill('A phon.')
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
  await name.fill('Segreto di Ada')
  await business.logOutEverywhere(business.admin.email)
  // The page may leave for the log-in by itself, which aborts the reload or this call.
  await page.evaluate(() => setTimeout(() => location.reload())).catch(() => {})
  await waitForPath(page, '/login')
  expect(await storage()).toContain('Segreto di Ada')
  await logIn(page, (await business.newUser({ role: 'admin' })).email)
  await waitForPath(page, '/dashboard')
  await waitUntilLoaded(page)
  expect(await storage()).not.toContain('Segreto di Ada')

  await page.getByRole('link', { name: 'Utenti' }).click()
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
})
