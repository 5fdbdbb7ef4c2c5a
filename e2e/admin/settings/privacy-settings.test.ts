import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import { giulia } from '../../support/business.ts'
import { expectFitsWidth, expectFocused, expectMessage, expectVisible } from '../../support/expectations.ts'
import { showPage } from '../../support/menu.ts'
import { PHONE, test } from '../../support/test.ts'

test('an admin sets the retention, which counts the customers first and is named in the privacy text and the register; the register and the processor agreement are for print', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const created_at = '2020-01-01T09:00:00Z'
  await business.insert('customers', { ...giulia, telephone: '', identity: 'giulia', created_at })
  const page = await openAdmin(business, '/setting?sezione=conservazione')
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

  await page.setViewportSize({ width: PHONE, height: 740 })
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
  await showPage(page, '/processor_agreement')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Accordo sul trattamento dei dati' }))
  await expectVisible(page.getByRole('heading', { level: 2, name: '9. Violazioni dei dati' }))
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('button', { name: 'Stampa' }).isVisible()).toBe(false)
  await expect.poll(() => page.getByText('Vale solo quando l’avete firmata').isVisible()).toBe(false)
})
