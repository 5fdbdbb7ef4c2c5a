import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import { giulia, PASSWORD } from '../../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectMessage,
  expectVisible,
  pressEnter,
  tabTo,
} from '../../support/expectations.ts'
import { goTo } from '../../support/menu.ts'
import { PHONE, test } from '../../support/test.ts'

test('an admin proves who they are, has a copy of all data made, again after a failure, and downloads it; sets the retention, which counts the customers first and is named in the privacy text and the register; the register and the processor agreement are for print', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const created_at = '2020-01-01T09:00:00Z'
  await business.insert('customers', { ...giulia, telephone: '', identity: 'giulia', created_at })
  const page = await openAdmin(business, '/setting?sezione=copia', { width: PHONE, allowedErrors: /428/ })
  const section = page.getByRole('region', { name: 'Una copia dei tuoi dati' })
  const request = section.getByRole('button', { name: 'Prepara una copia' })
  await expectVisible(request)
  await business.expireProofs()
  await tabTo(page, request)
  await page.keyboard.press('Enter')
  const password = page.getByRole('dialog', { name: 'Conferma che sei tu' }).getByLabel('Password')
  await password.fill(PASSWORD)
  let state = 'making'
  await page.route('**/api/data_copies', (route) => {
    const copy = { id: 1, made_at: null, expires_at: '29-11-2026 09:45', size: null, state }
    return route.fulfill(
      route.request().method() === 'POST' ? { status: 201, json: copy } : { status: 200, json: { copy } },
    )
  })
  await page.keyboard.press('Enter')
  await expectVisible(section.getByText('Stiamo preparando la copia. Puoi chiudere questa pagina: la ritrovi qui.'))
  expect(await section.getByRole('button', { name: 'Preparazione in corso' }).isDisabled()).toBe(true)
  state = 'failed'
  await expectVisible(section.getByText(/^Non è stato possibile preparare la copia\./))
  await page.unroute('**/api/data_copies')
  await pressEnter(section.getByRole('button', { name: 'Riprova' }))

  await expectVisible(section.getByText(/^Copia del .+, \d+ kB: disponibile fino al .+\.$/))
  await expectFocused(section.getByRole('button', { name: 'Prepara una nuova copia' }))
  await expectFitsWidth(page)
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Shift+Tab')
  await expectFocused(section.getByRole('button', { name: 'Scarica la copia' }))
  await page.keyboard.press('Enter')
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^prenoto-.+-\d{4}-\d\d-\d\d\.zip$/)
  expect((await readFile(await file.path())).subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')

  await goTo(page, '/setting?sezione=conservazione')
  const form = page.getByRole('form', { name: 'Conservazione dei dati' })
  const anonymises = form.getByRole('switch', { name: 'Rendi anonimi i clienti' })
  const months = form.getByRole('spinbutton', { name: 'Mesi dall’ultima visita' })

  await expectVisible(form.getByText('I clienti restano finché qualcuno non li cancella.'))
  await anonymises.check()
  await expectVisible(form.getByText('Oggi verrebbe reso anonimo 1 cliente.'))
  await months.fill('3')
  await form.getByRole('button', { name: 'Salva' }).click()
  await expectVisible(form.getByText('Scrivi un numero di mesi da 6 a 120.'))
  await expectFocused(months)
  await anonymises.uncheck()
  await expectVisible(form.getByText('I clienti restano finché qualcuno non li cancella.'))
  await anonymises.check()
  await months.fill('18')
  await expectVisible(form.getByText('Oggi verrebbe reso anonimo 1 cliente.'))
  await months.press('Enter')
  await expectMessage(page, 'Configurazioni salvate con successo')
  await expectVisible(page.getByRole('row', { name: /Clienti e prenotazioni 18 mesi dall’ultima visita/ }))

  await expectFitsWidth(page)
  await expectAccessible(page)
  const text = await page.evaluate(async () => (await fetch('/privacy')).text())
  expect(text).toMatch(/fino a 18 mesi dopo l’ultima visita/)

  await page.getByRole('navigation', { name: 'Vedi anche' }).getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('link', { name: 'Registro dei trattamenti' }).click()
  await expectFocused(page.getByRole('heading', { level: 1, name: 'Registro dei trattamenti' }))
  await expectVisible(page.getByText('Conservazione: 18 mesi dall’ultima visita, poi senza nome.'))
  await expectFitsWidth(page)
  await expectAccessible(page)
  await goTo(page, '/processor_agreement')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Accordo sul trattamento dei dati' }))
  await expectVisible(page.getByRole('heading', { level: 2, name: '9. Violazioni dei dati' }))
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('button', { name: 'Stampa' }).isVisible()).toBe(false)
  await expect.poll(() => page.getByText('Vale solo quando l’avete firmata').isVisible()).toBe(false)
})
