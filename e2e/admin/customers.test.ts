import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { arrivedAt, fitsWidth, focused, gone, inView, seen, told } from '../support/look.ts'
import { giulia } from '../support/shop.ts'
import { PHONE, test } from '../support/test.ts'

test.for([PHONE])(
  'the list keeps addresses to itself, a customer’s page shows them, %i px wide',
  { tags: ['2.78', '2.79'] },
  async (width, { enter, newShop }) => {
    const shop = await newShop()
    for (const [i, name] of ['Anna', 'Bruno', 'Carla'].entries())
      await shop.insert('customers', {
        identity: name,
        name,
        surname: 'Rossi',
        email: `${name.toLowerCase()}@posta.example`,
        telephone: `333000000${i}`,
      })
    const page = await enter(shop, '/customer', { width })
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await seen(page.getByRole('heading', { level: 1, name: 'Elenco Clienti' }))
    await seen(row('Anna'))
    expect(await page.getByRole('table').textContent()).not.toMatch(/@|333/)
    await row('Anna').click()
    expect(new URL(page.url()).pathname).toBe('/customer')

    await page.getByRole('button', { name: 'Mostra i recapiti' }).click()
    await page.waitForURL(/\/customer\/\d+#elenco$/)
    await focused(page.getByRole('heading', { level: 2, name: 'Elenco Clienti' }))
    await inView(row('Anna'))
    await fitsWidth(page)
    await expect
      .poll(() => row('Anna').getByRole('cell').allInnerTexts())
      .toEqual(['Anna', 'Rossi', 'anna@posta.example', '3330000000'])

    const before = page.url()
    await row('Bruno').click()
    await expect.poll(() => row('Bruno').getAttribute('aria-current')).toBe('true')
    expect(page.url()).not.toBe(before)
    const person = page.getByRole('heading', { level: 1, name: 'Bruno Rossi' })
    await focused(person)
    await inView(person)
    expect((await row('Bruno').boundingBox())!.y).toBeGreaterThan((await person.boundingBox())!.y)
    await page.getByRole('button', { name: 'Nascondi i recapiti' }).click()
    await arrivedAt(page, '/customer')
  },
)

test('a customer who does not exist is said not to, and nobody is looked for', { tags: ['13.31'] }, async ({
  enter,
  newShop,
}) => {
  const page = await enter(await newShop(), '/customer/999999', { tolerates: /404/ })
  await seen(page.getByText('Questo cliente non esiste o è stato cancellato.'))
  await page.getByRole('button', { name: 'Torna all’elenco' }).click()
  await arrivedAt(page, '/customer')
})

test('customers past the first page are there too, each once', { tags: ['13.31', '13.96'] }, async ({
  enter,
  newShop,
}) => {
  const shop = await newShop()
  for (let i = 1; i <= 23; i += 1)
    await shop.insert('customers', {
      identity: `c${i}`,
      name: `Cliente ${i}`,
      surname: 'Rossi',
      email: 'c@posta.example',
      telephone: '3330000000',
    })
  const page = await enter(shop, '/customer')
  const next = page.getByRole('button', { name: 'Next' })
  const names = page.getByRole('cell').filter({ hasText: 'Cliente' })
  const found: string[] = []
  for (const count of [10, 10, 3]) {
    await expect.poll(() => names.count()).toBe(count)
    found.push(...(await names.allInnerTexts()))
    if (count === 10) await next.click()
  }
  expect(new Set(found).size).toBe(23)
  await seen(page.getByText('Page 3 of 3'))
  expect(await next.isDisabled()).toBe(true)

  const sought = page.getByRole('searchbox', { name: 'Cerca nell’elenco' })
  await sought.fill('cliente 17')
  await expect.poll(() => names.allInnerTexts()).toEqual(['Cliente 17'])
  await sought.fill('nessuno')
  await seen(page.getByText('Nessun cliente trovato.').first())
  await expectAccessible(page)
  await sought.fill('')
  for (const _ of [1, 2]) await next.click()
  await seen(page.getByText('Page 3 of 3'))

  const shown = () => page.getByRole('cell', { name: /^Cliente/ }).allInnerTexts()
  const third = await shown()
  await page.getByRole('button', { name: 'Mostra i recapiti' }).click()
  await seen(page.getByText('c@posta.example').first())
  expect(await shown()).toEqual(third)
  await page.getByRole('button', { name: 'Previous' }).click()
  await seen(page.getByText('Page 2 of 3'))
  const second = await shown()
  await page.getByRole('button', { name: 'Nascondi i recapiti' }).click()
  await arrivedAt(page, '/customer')
  await seen(page.getByText('Page 2 of 3'))
  expect(await shown()).toEqual(second)
})

test('whoever opens one of hundreds of customers does not wait until the list has come as far, and writes to no made-up address', {
  tags: ['13.159'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  let last = 0
  for (let i = 1; i <= 130; i += 1)
    last = await shop.insert('customers', {
      identity: `c${i}`,
      name: `Cliente ${i}`,
      surname: 'Rossi',
      email: '3330000000@senza-email.invalid',
      telephone: '3330000000',
    })
  let pages = 0
  const page = await enter(shop, '/service')
  page.on('request', (request) => {
    if (/\/api\/customers\?/.test(request.url())) pages += 1
  })

  await page.goto(shop.at(`/customer/${last}`))

  const sheet = page.getByRole('region', { name: 'Cliente 130 Rossi' })
  await seen(sheet.getByText('Senza email'))
  expect(await sheet.getByRole('link', { name: /email/ }).count()).toBe(0)
  await expect.poll(() => pages).toBe(10)
  await seen(page.getByText('Page 1 of 13'))
  await page.getByRole('button', { name: 'Next' }).click()
  await seen(page.getByText('Page 2 of 13'))
  expect(pages).toBe(10)
})

test('whoever looks after a customer reads, notes, books, merges, blocks and erases on their page', {
  tags: ['13.97', '13.102'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const { id: booking, hidden_id } = await shop.book({ visit_day: shop.day(1), visit_hour: '10:00' })
  await shop.insertBooking({ visit_day: shop.day(-7), visit_hour: '09:00' })
  const { email } = giulia
  await shop.api('POST', '/client/contact', {
    name: 'G. Verdi',
    email,
    phone: '3331234567',
    message: '',
    privacy: true,
  })
  // Whoever was merged or erased may be asked for once more before the page has been left.
  const page = await enter(shop, `/appointments/${booking}`, { tolerates: /404/ })
  await page.getByRole('link', { name: 'Scheda del cliente' }).click()
  const sheet = page.getByRole('region', { name: 'Giulia Verdi' })
  await focused(page.getByRole('heading', { level: 1, name: 'Giulia Verdi' }))
  const part = (name: string) => sheet.getByRole('region', { name })
  await seen(part('In programma').getByRole('link', { name: /10:00/ }))
  await seen(part('Passate').getByText('Nessuna visita passata.'))

  await part('Consensi').getByRole('button', { name: 'Informativa, versione 2026-11-22' }).click()
  const text = page.getByRole('dialog', { name: 'Informativa, versione 2026-11-22' })
  await seen(text.getByText('Salone Aurora è titolare del trattamento', { exact: false }))
  await page.keyboard.press('Escape')
  await gone(text)

  await sheet.getByRole('textbox', { name: 'Note' }).fill('Allergica al lattice.')
  await sheet.getByRole('button', { name: 'Salva le note' }).click()
  await told(page, 'Note salvate')

  await sheet.getByRole('button', { name: 'Unisci', exact: true }).click()
  await sheet.getByRole('radio', { name: /stesso telefono, stessa email, nome simile/ }).check()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Unisci i due clienti' }).click()
  await sheet.getByRole('button', { name: 'Unisci per sempre' }).click()
  await told(page, 'Clienti uniti')
  await focused(page.getByRole('heading', { level: 1, name: 'Giulia Verdi' }))
  await seen(part('Passate').getByRole('link', { name: /09:00/ }))
  await seen(sheet.getByText(/^1 visita, l’ultima .* · 1 in programma$/))
  await expect.poll(() => page.getByRole('row').count()).toBe(2)

  const book = page.getByRole('button', { name: 'Prenota', exact: true })
  await book.click()
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await expect.poll(() => panel.getByRole('textbox', { name: 'Telefono' }).inputValue()).toBe('3331234567')
  await page.keyboard.press('Escape')
  await gone(panel)

  await sheet.getByRole('button', { name: 'Blocca' }).click()
  await seen(sheet.getByText('Bloccato: non prenota dal sito'))
  await book.click()
  await seen(panel.getByText('Cliente bloccato: dal sito non può prenotare, da qui sì.'))
  await page.keyboard.press('Escape')
  expect(await sheet.getByRole('button', { name: 'Cancella i dati' }).isDisabled()).toBe(true)
  await part('In programma').getByRole('link').click()
  await seen(page.getByText('Cliente bloccato: non prenota dal sito'))
  await seen(page.getByText('Allergica al lattice.'))
  await page.getByRole('button', { name: 'Indietro' }).click()

  // The customer cancels elsewhere: nothing is to come any more, which an open page hears of.
  await seen(part('In programma').getByRole('link'))
  await page.evaluate((key) => fetch(`/api/client/bookings/delete/${key}`, { method: 'DELETE' }), hidden_id)
  await seen(part('Disdette').getByText(/10:00/))
  await seen(part('Passate').getByText(/09:00/))
  const erase = sheet.getByRole('button', { name: 'Cancella i dati' })
  await erase.click()
  await seen(sheet.getByText('2 prenotazioni restano senza nome'))
  await seen(sheet.getByText('1 richiesta di contatto (G. Verdi)'))
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Annulla' }).click()
  await focused(erase)
  await erase.click()
  await sheet.getByRole('button', { name: 'Cancella per sempre' }).click()
  await told(page, 'Dati del cliente cancellati')
  await arrivedAt(page, '/customer')
  await seen(page.getByText('Non ci sono clienti disponibili'))
})
