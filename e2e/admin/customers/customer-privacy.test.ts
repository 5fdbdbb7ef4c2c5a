import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { expectAccessible, expectGoodScreen } from '../../support/axe.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
} from '../../support/expectations.ts'
import { openScreen } from '../../support/menu.ts'
import { PHONE, test } from '../../support/test.ts'

test('an admin exports a customer as a page, reads what an erasure keeps, restricts and lifts the processing', async ({
  open,
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const id = await business.insertBooking({ visit_day: business.day(-7), visit_hour: '09:00' })
  const page = await openAdmin(business, `/appointments/${id}`)
  await page.getByRole('link', { name: 'Scheda del cliente' }).click()
  const sheet = page.getByRole('region', { name: 'Giulia Verdi' })

  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Esporta come pagina' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^cliente-\d+\.html$/)
  const html = await text(await file.createReadStream())
  const exported = await open('about:blank')
  await exported.goto(`data:text/html,${encodeURIComponent(html)}`)
  await expectVisible(exported.getByRole('heading', { level: 1, name: 'Dati di Giulia Verdi' }))
  await expectVisible(exported.getByRole('heading', { level: 2, name: 'Prenotazioni', exact: true }))
  await expectAccessible(exported)
  await exported.setViewportSize({ width: PHONE, height: 740 })
  await expectFitsWidth(exported)

  await sheet.getByRole('button', { name: 'Cancella i dati' }).click()
  await expectVisible(sheet.getByText('le email già spedite, nelle caselle di chi le ha ricevute'))
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Annulla' }).click()

  await sheet.getByRole('button', { name: 'Limita il trattamento' }).click()
  const reason = sheet.getByRole('textbox', { name: 'Motivo' })
  await expectFocused(reason)
  await reason.fill('Contesta il telefono '.repeat(6))
  await expectGoodScreen(page)
  await reason.press('Enter')
  await expectMessage(page, 'Trattamento limitato')
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Trattamento limitato' }))
  await expectHidden(page.getByText('3331234567'))
  await expectHidden(page.getByRole('button', { name: 'Prenota', exact: true }))
  await expectGoodScreen(page)

  // The booking that the browser has read before no longer names the customer either.
  await page.goBack()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Prenotazione di Cliente con trattamento limitato' }))
  await expectVisible(page.getByText('Recapiti non mostrati'))

  await openScreen(page, 'Impostazioni')
  await page.getByRole('link', { name: 'Privacy', exact: true }).click()
  await page.getByRole('link', { name: 'Giulia Verdi' }).click()
  await page.getByRole('button', { name: 'Togli la limitazione' }).click()
  await expectMessage(page, 'Limitazione tolta')
  await expectVisible(sheet.getByRole('link', { name: '3331234567' }))
})
