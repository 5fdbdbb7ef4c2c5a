import { formatDay } from '@prenoto/core/time/format.ts'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import type { Business } from '../support/business.ts'
import { expectFocused, expectHidden, expectMessage, expectVisible, waitForPath } from '../support/expectations.ts'
import { openScreen, showPage } from '../support/menu.ts'
import { waitForEventStream, withOnePage } from '../support/test.ts'
import { typeDate } from '../support/typing.ts'

const test = withOnePage({ allowedErrors: /ERR_FAILED|No response|409|tentativo/ })

/** Performs the request and loses its answer. */
async function loseAnswer(page: Page, business: Business, path: string) {
  let isLost = false
  await page.route(new RegExp(`/api${path}$`), async (route: Route) => {
    const request = route.request()
    if (isLost || request.method() !== 'POST') return route.fallback()
    isLost = true
    const { authorization, 'idempotency-key': key } = await request.allHeaders()
    const headers = { authorization, ...(key && { 'idempotency-key': key }) }
    await business.api('POST', new URL(request.url()).pathname.replace('/api', ''), request.postDataJSON(), headers)
    await route.abort()
  })
}

const SAVED_BEFORE = /^Il primo tentativo era stato salvato: /

test('a booking and closing days whose answer was lost are reopened, changed and saved once', {
  tags: ['8.20', '13.155'],
}, async ({ business, page }) => {
  await showPage(page, '/dashboard')
  const line = page.getByRole('status').filter({ hasText: '1 modifica non salvata: ' })
  const reopen = line.getByRole('button', { name: 'riapri' })
  const useMine = page.getByRole('button', { name: 'Apri con le mie modifiche' })
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await loseAnswer(page, business, '/bookings/create')
  await page.getByRole('button', { name: 'Nuova prenotazione' }).click()
  await panel.getByRole('button', { name: /Servizio/ }).click()
  await page.getByRole('option', { name: 'Taglio' }).click()
  await panel.getByLabel('Data prenotazione').selectOption(business.today)
  await panel.getByText('10:00').click()
  await panel.getByLabel('Nome', { exact: true }).fill('Ugo')
  await panel.getByLabel('Cognome').fill('Riva')
  await panel.getByLabel('Email', { exact: true }).fill('u@posta.example')
  await panel.getByLabel('Telefono').fill('3331234567')
  const add = panel.getByRole('button', { name: 'Aggiungi prenotazione' })
  await add.click()
  await expectVisible(line)
  await page.goto(business.at('/service'))

  await reopen.click()
  await panel.getByText('11:00').click()
  await panel.getByLabel('Telefono').fill('3339999999')
  await add.click()
  await expectFocused(panel.getByText(SAVED_BEFORE))
  await useMine.click()

  const edit = page.getByRole('dialog', { name: 'Modifica la prenotazione' })
  await edit.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectMessage(page, 'Prenotazione modificata con successo')
  expect(await business.bookings()).toMatchObject([{ visit_hour: '11:00:00', telephone: '3339999999' }])

  await openScreen(page, 'Giorni di chiusura')
  const leave = page.getByRole('dialog', { name: 'Ferie' })
  // Until the form knows that there is only one calendar, it closes all calendars through the batch endpoint.
  await loseAnswer(page, business, '/days_off(/batch)?')
  await page.getByRole('button', { name: 'Ferie' }).click()
  await typeDate(leave, 'Data inizio', business.day(10))
  await typeDate(leave, 'Data fine', business.day(12))
  await leave.getByRole('button', { name: 'Aggiungi chiusura' }).click()
  await expectVisible(line)
  await page.keyboard.press('Escape')
  await expectHidden(leave)

  await reopen.click()
  await leave.getByLabel('Motivo').fill('Trasloco')
  await leave.getByRole('button', { name: 'Aggiungi chiusura' }).click()
  await expectFocused(leave.getByText(SAVED_BEFORE))
  await expectAccessible(page)
  await useMine.click()

  const change = page.getByRole('dialog', { name: 'Modifica chiusura' })
  expect(await change.getByLabel('Motivo').inputValue()).toBe('Trasloco')
  await change.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectMessage(page, 'Day Off aggiornato con successo')
  await expectVisible(page.getByRole('row').filter({ hasText: 'Trasloco' }))
  expect(await page.getByRole('row').count()).toBe(2)

  const day = formatDay(business.day(3))
  const close = page.getByRole('dialog', { name: `Chiudi ${day}` })
  await openScreen(page, 'Dashboard')
  await page.getByRole('gridcell', { name: day }).getByRole('button').click()
  await loseAnswer(page, business, '/days_off(/batch)?')
  await page.getByRole('button', { name: `Chiudi il giorno ${day}` }).click()
  await close.getByRole('button', { name: 'Aggiungi chiusura' }).click()
  await expectVisible(line)
  await page.keyboard.press('Escape')
  await openScreen(page, 'Servizi')
  await reopen.click()
  await expectVisible(close)
})

test('changes that another admin makes to own data are not overwritten; what could not be saved is offered on any page, a password without its text', {
  tags: ['13.157', '13.158'],
}, async ({ business, page }) => {
  await showPage(page, '/setting')
  await waitForEventStream(page)
  const form = page.getByRole('form', { name: 'Informazioni personali' })
  const name = form.getByLabel('Nome', { exact: true })
  await name.fill('Adele')
  await waitForEventStream(page)
  const headers = { authorization: `Bearer ${await business.token()}` }
  const { body } = await business.api('GET', '/users', undefined, headers)
  const ownUser = body.users.find(({ email }: { email: string }) => email === business.admin.email)
  await business.api('PUT', `/users/${ownUser.id}`, { ...ownUser, phone: '0510000100' }, headers)

  await expect.poll(() => form.getByLabel('Telefono').inputValue()).toBe('0510000100')
  expect(await name.inputValue()).toBe('Adele')
  await form.getByRole('button', { name: 'Salva' }).click()

  await expectMessage(page, 'Utente aggiornato con successo!')
  const { body: saved } = await business.api('GET', '/users', undefined, headers)
  expect(saved.users).toMatchObject([{ name: 'Adele', phone: '0510000100' }])

  await page.route(/\/api\/user\/update/, (route) => route.abort())
  await name.fill('Adelina')
  await form.getByRole('button', { name: 'Salva' }).click()
  const reopen = page.getByRole('status').filter({ hasText: '1 modifica non salvata: ' }).getByRole('button')
  await expectVisible(reopen)

  await page.getByRole('complementary').getByRole('link', { name: 'Servizi' }).click()
  await waitForPath(page, '/service')
  await reopen.click()

  await waitForPath(page, '/setting')
  await expectFocused(name)
  expect(await name.inputValue()).toBe('Adelina')
  await expectHidden(reopen)
  const current = page.getByLabel('Password attuale')
  await current.fill('Prova-2026!')
  await page.getByLabel('Nuova password').fill('Nuova-2026!')
  await page.getByLabel('Conferma password').fill('Nuova-2026!')
  const password = page.getByRole('form', { name: 'Modifica password' })
  await password.getByRole('button', { name: 'Salva' }).click()
  await expectVisible(reopen)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('2026!')
  await page.reload()
  await reopen.click()
  await expectFocused(current)
  expect(await current.inputValue()).toBe('')

  await page.unroute(/\/api\/user\/update/)
  await form.getByRole('button', { name: 'Riprendi la bozza' }).click()
  await form.getByRole('button', { name: 'Salva' }).click()
  await expectMessage(page, 'Utente aggiornato con successo!')
})
