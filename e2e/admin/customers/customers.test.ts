import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import { giulia } from '../../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectInView,
  expectMessage,
  expectVisible,
  tabTo,
  waitForPath,
} from '../../support/expectations.ts'
import { DESKTOP, PHONE, test } from '../../support/test.ts'

test('an unknown customer leads back to the list, which hides contact data, is searched, and keeps its page when contact data are shown', {
  tags: ['2.78', '2.79', '13.31', '13.96'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  for (let i = 11; i <= 22; i += 1)
    await business.insert('customers', {
      identity: `c${i}`,
      name: `Cliente ${i}`,
      surname: 'Rossi',
      email: `c${i}@posta.example`,
      telephone: `33300000${i}`,
    })
  const page = await openAdmin(business, '/customer/999999', { width: PHONE, allowedErrors: /404/ })
  await expectVisible(page.getByText('Questo cliente non esiste o è stato cancellato.'))
  await page.getByRole('button', { name: 'Torna all’elenco' }).click()
  await waitForPath(page, '/customer')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const names = page.getByRole('cell', { name: /^Cliente/ })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Elenco Clienti' }))
  await expect.poll(() => names.count()).toBe(10)
  expect(await page.getByRole('table').textContent()).not.toMatch(/@|333/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => names.count()).toBe(2)
  await expectVisible(page.getByText('Page 2 of 2'))
  const [one, other] = await names.allInnerTexts()
  await row(one!).click()
  expect(new URL(page.url()).pathname).toBe('/customer')

  await page.getByRole('button', { name: 'Mostra i recapiti' }).click()
  await page.waitForURL(/\/customer\/\d+#elenco$/)
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Elenco Clienti' }))
  await expectVisible(page.getByText('Page 2 of 2'))
  await expectInView(row(one!))
  await expectFitsWidth(page)
  const number = one!.replace('Cliente ', '')
  await expect
    .poll(() => row(one!).getByRole('cell').allInnerTexts())
    .toEqual([one, 'Rossi', `c${number}@posta.example`, `33300000${number}`])

  const before = page.url()
  await row(other!).click()
  await expect.poll(() => row(other!).getAttribute('aria-current')).toBe('true')
  expect(page.url()).not.toBe(before)
  const person = page.getByRole('heading', { level: 1, name: `${other} Rossi` })
  await expectFocused(person)
  await expectInView(person)
  expect((await row(other!).boundingBox())!.y).toBeGreaterThan((await person.boundingBox())!.y)
  await page.getByRole('button', { name: 'Nascondi i recapiti' }).click()
  await waitForPath(page, '/customer')
  await expectVisible(page.getByText('Page 2 of 2'))
  await expect.poll(() => names.allInnerTexts()).toEqual([one, other])

  await page.setViewportSize({ width: DESKTOP, height: 800 })
  await page.getByRole('button', { name: 'Cerca cliente' }).first().click()
  await page.getByRole('combobox', { name: 'Cliente' }).fill('rossi')
  await expectVisible(page.getByText('Più di 8 clienti trovati.'))
  await expectVisible(page.getByText('Ce ne sono altri: scrivi di più per trovarli.'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const searchBox = page.getByRole('searchbox', { name: 'Cerca nell’elenco' })
  await searchBox.fill('nessuno')
  await expectVisible(page.getByText('Nessun cliente trovato.').first())
  await searchBox.fill('cliente 17')
  await expect.poll(() => names.allInnerTexts()).toEqual(['Cliente 17'])
  await tabTo(page, page.getByRole('button', { name: 'Cliente 17 Rossi' }))
  await page.keyboard.press('Enter')
  await expectFocused(page.getByRole('heading', { level: 1, name: 'Cliente 17 Rossi' }))
  await page.goBack()
  await expect.poll(() => names.allInnerTexts()).toEqual(['Cliente 17'])
  expect(await searchBox.inputValue()).toBe('cliente 17')
})

test('a customer’s page opens before the list of hundreds is loaded, and does not link to a placeholder address', {
  tags: ['13.159'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  let last = 0
  for (let i = 1; i <= 101; i += 1)
    last = await business.insert('customers', {
      identity: `c${i}`,
      name: `Cliente ${i}`,
      surname: 'Rossi',
      email: '3330000000@senza-email.invalid',
      telephone: '3330000000',
    })
  const page = await openAdmin(business, `/customer/${last}`)
  const countPages = async () =>
    (await page.requests()).filter((request) => /\/api\/customers\?/.test(request.url())).length

  const sheet = page.getByRole('region', { name: 'Cliente 101 Rossi' })
  await expectVisible(sheet.getByText('Senza email'))
  expect(await sheet.getByRole('link', { name: /email/ }).count()).toBe(0)
  await expect.poll(countPages).toBe(10)
  await expectVisible(page.getByText('Page 1 of 11'))
  await page.getByRole('button', { name: 'Next' }).click()
  await expectVisible(page.getByText('Page 2 of 11'))
  expect(await countPages()).toBe(10)
})

test('staff read, note, book, merge, block and erase a customer on their page', {
  tags: ['13.97', '13.102'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const { id: booking, hidden_id } = await business.book({ visit_day: business.day(1), visit_hour: '10:00' })
  await business.insertBooking({ visit_day: business.day(-7), visit_hour: '09:00' })
  const { email } = giulia
  await business.api('POST', '/client/contact', {
    name: 'G. Verdi',
    email,
    phone: '3331234567',
    message: '',
    privacy: true,
  })
  // A merged or erased customer may be read once more before the page is left.
  const page = await openAdmin(business, `/appointments/${booking}`, { allowedErrors: /404/ })
  await page.getByRole('link', { name: 'Scheda del cliente' }).click()
  const sheet = page.getByRole('region', { name: 'Giulia Verdi' })
  await expectFocused(page.getByRole('heading', { level: 1, name: 'Giulia Verdi' }))
  const part = (name: string) => sheet.getByRole('region', { name })
  expect(await sheet.getByRole('heading').first().innerText()).toBe('Note dello staff')
  await expectVisible(part('In programma').getByRole('link', { name: /10:00/ }))
  await expectVisible(part('Passate').getByText('Nessuna visita passata.'))

  await part('Consensi').getByRole('button', { name: 'Informativa, versione 2026-11-27' }).click()
  const text = page.getByRole('dialog', { name: 'Informativa, versione 2026-11-27' })
  await expectVisible(text.getByText('Salone Aurora è titolare del trattamento', { exact: false }))
  await page.keyboard.press('Escape')
  await expectHidden(text)

  await sheet.getByRole('textbox', { name: 'Note' }).fill('Allergica al lattice.')
  await sheet.getByRole('button', { name: 'Salva le note' }).click()
  await expectMessage(page, 'Note salvate')

  await sheet.getByRole('button', { name: 'Unisci', exact: true }).click()
  await sheet.getByRole('radio', { name: /stesso telefono, stessa email, nome simile/ }).check()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Unisci i due clienti' }).click()
  await sheet.getByRole('button', { name: 'Unisci per sempre' }).click()
  await expectMessage(page, 'Clienti uniti')
  await expectFocused(page.getByRole('heading', { level: 1, name: 'Giulia Verdi' }))
  await expectVisible(part('Passate').getByRole('link', { name: /09:00/ }))
  await expectVisible(sheet.getByText(/^1 visita, l’ultima .* · 1 in programma$/))
  await expect.poll(() => page.getByRole('row').count()).toBe(2)

  const other = { name: 'Julia', surname: 'Green', email: 'julia@posta.example', telephone: '3470000000' }
  await business.insert('customers', { ...other, identity: 'julia' })
  await sheet.getByRole('button', { name: 'Unisci', exact: true }).click()
  await sheet.getByRole('combobox', { name: 'Cerca un altro cliente' }).fill('green')
  await sheet.getByRole('option', { name: 'Julia Green' }).click()
  await sheet.getByRole('button', { name: 'Unisci i due clienti' }).click()
  await sheet.getByRole('button', { name: 'Unisci per sempre' }).click()
  await expectVisible(sheet.getByText('Conosciuto anche come Julia Green, julia@posta.example'))

  const book = page.getByRole('button', { name: 'Prenota', exact: true })
  await book.click()
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await expect.poll(() => panel.getByRole('textbox', { name: 'Telefono' }).inputValue()).toBe('3331234567')
  await page.keyboard.press('Escape')
  await expectHidden(panel)

  await sheet.getByRole('button', { name: 'Blocca' }).click()
  await expectVisible(sheet.getByText('Bloccato: non prenota dal sito'))
  await book.click()
  await expectVisible(panel.getByText('Cliente bloccato: dal sito non può prenotare, da qui sì.'))
  await page.keyboard.press('Escape')
  expect(await sheet.getByRole('button', { name: 'Cancella i dati' }).isDisabled()).toBe(true)
  await part('In programma').getByRole('link').click()
  await expectVisible(page.getByText('Cliente bloccato: non prenota dal sito'))
  await expectVisible(page.getByText('Allergica al lattice.'))
  await page.getByRole('button', { name: 'Indietro' }).click()

  // The customer cancels in another browser; the open page shows it.
  await expectVisible(part('In programma').getByRole('link'))
  await page.evaluate((key) => fetch(`/api/client/bookings/delete/${key}`, { method: 'DELETE' }), hidden_id)
  await expectVisible(part('Disdette').getByText(/10:00/))
  await expectVisible(part('Passate').getByText(/09:00/))
  const erase = sheet.getByRole('button', { name: 'Cancella i dati' })
  await erase.click()
  await expectVisible(sheet.getByText('2 prenotazioni restano senza nome'))
  await expectVisible(sheet.getByText('1 richiesta di contatto (G. Verdi)'))
  await sheet.getByRole('button', { name: 'Annulla' }).click()
  await expectFocused(erase)
  await erase.click()
  await sheet.getByRole('button', { name: 'Cancella per sempre' }).click()
  await expectMessage(page, 'Dati del cliente cancellati')
  await waitForPath(page, '/customer')
  await expectVisible(page.getByText('Non ci sono clienti disponibili'))
})
