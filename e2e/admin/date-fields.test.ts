import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { fitsWidth, focused, gone, inView, seen, tabTo, told } from '../support/look.ts'
import { test, WIDTHS } from '../support/test.ts'
import { EMPTY_DATE, EMPTY_TIME, fieldOf, firstPart, reads, typeDate, typeTime } from '../support/typing.ts'

const FERIE = { day_from: '2026-02-03', hour_from: '15:30', day_to: '2026-02-04', hour_to: '00:00' }

const partOf = (field: Locator, name: string) => field.getByRole('spinbutton', { name })

test('dates and times are Italian, with 24 hours, in a browser that speaks American', { tags: ['1.1'] }, async ({
  enter,
  newShop,
}) => {
  const shop = await newShop()
  await shop.newDayOff(FERIE)
  const page = await enter(shop, '/day_off')
  await page.getByRole('button', { name: '03-02-2026' }).click()
  const panel = page.getByRole('dialog', { name: 'Modifica chiusura' })

  await reads(fieldOf(panel, 'Data inizio'), '03/02/2026')
  await reads(fieldOf(panel, 'Ora inizio'), '15:30')
  await reads(fieldOf(panel, 'Ora fine'), '00:00')
  for (const part of ['giorno', 'mese', 'anno'])
    await seen(partOf(fieldOf(panel, 'Data inizio'), `${part}, Data inizio`))
  for (const part of ['ora', 'minuto']) await seen(partOf(fieldOf(panel, 'Ora inizio'), `${part}, Ora inizio`))

  await page.goto(shop.at('/calendar'))
  await page.getByRole('button', { name: 'Nuovo calendario' }).click()
  await reads(fieldOf(page, 'Data inizio'), EMPTY_DATE)
  await reads(fieldOf(page, 'Domenica, pomeriggio, alle'), EMPTY_TIME)
})

test('half a date or half a time is neither a value nor none: it stays, its field says so, nothing is saved', {
  tags: ['5.1'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  await shop.newDayOff(FERIE)
  const page = await enter(shop, '/day_off')
  const saved: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && saved.push(request.url()))
  await page.getByRole('button', { name: '03-02-2026' }).click()
  const panel = page.getByRole('dialog', { name: 'Modifica chiusura' })
  const [from, at] = [fieldOf(panel, 'Data inizio'), fieldOf(panel, 'Ora inizio')]

  const year = partOf(from, 'anno, Data inizio')
  for (const _ of '2026') await year.press('Backspace')
  await partOf(at, 'minuto, Ora inizio').press('Backspace')
  await partOf(at, 'minuto, Ora inizio').press('Backspace')
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()

  await seen(panel.getByText('Data non valida.'))
  await seen(panel.getByText('Orario non valido.'))
  await reads(from, '03/02/aaaa')
  await reads(at, '15:––')
  await focused(firstPart(from))
  expect(await firstPart(from).getAttribute('aria-invalid')).toBe('true')
  expect(saved).toEqual([])

  for (const part of ['mese', 'giorno']) {
    await partOf(from, `${part}, Data inizio`).press('Backspace')
    await partOf(from, `${part}, Data inizio`).press('Backspace')
  }
  await seen(panel.getByText('La data di inizio è obbligatoria.'))
  await typeDate(panel, 'Data inizio', '2026-02-02')
  await typeTime(panel, 'Ora inizio', '16:45')
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()
  await told(page, 'Day Off aggiornato con successo')
  await seen(page.getByRole('row').filter({ hasText: '02-02-2026' }).filter({ hasText: '16:45' }))
})

test('an optional date that is half typed is not forgotten', async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/calendar')
  await page.getByRole('button', { name: 'Sala' }).click()
  const panel = page.getByRole('dialog', { name: 'Modifica calendario' })
  await panel.getByLabel('Descrizione').fill('La sala grande')
  await typeDate(panel, 'Data fine (facoltativa)', '--31')
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()
  await seen(panel.getByText('Data non valida.'))
  await reads(fieldOf(panel, 'Data fine (facoltativa)'), '31/mm/aaaa')
  await focused(firstPart(fieldOf(panel, 'Data fine (facoltativa)')))
})

test('a day that its month lacks becomes the last one, and two figures are a year of this century', async ({
  enter,
  newShop,
}) => {
  const page = await enter(await newShop(), '/day_off')
  await page.getByRole('button', { name: 'Nuova chiusura' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova chiusura' })
  await typeDate(panel, 'Data inizio', '26-02-31')
  await panel.getByLabel('Motivo').focus()
  await reads(fieldOf(panel, 'Data inizio'), '28/02/2026')
  expect(await panel.getByText('Data non valida.').count()).toBe(0)
})

test('a refused save goes to the first field, message and all', { tags: ['5.22'] }, async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/day_off')
  await page.getByRole('button', { name: 'Nuova chiusura' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova chiusura' })
  await panel.getByRole('button', { name: 'Aggiungi chiusura' }).click()
  const day = firstPart(fieldOf(panel, 'Data inizio'))
  await focused(day)
  const message = (await day.getAttribute('aria-describedby'))!.split(' ').at(-1)!
  expect(await panel.locator(`[id="${message}"]`).innerText()).toBe('La data di inizio è obbligatoria.')
  for (const text of [
    'La data di fine è obbligatoria.',
    "L'orario di inizio è obbligatorio.",
    "L'orario di fine è obbligatorio.",
  ])
    await seen(panel.getByText(text))
})

test('a calendar without its data is refused in the form’s own words, from the top of the screen down', {
  tags: ['5.24'],
}, async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/calendar')
  await page.getByRole('button', { name: 'Nuovo calendario' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuovo calendario' })
  const save = panel.getByRole('button', { name: 'Aggiungi calendario' })
  const fields = [
    [panel.getByLabel('Nome', { exact: true }), 'Il nome è obbligatorio.', 'Cabina'],
    [panel.getByLabel('Descrizione'), 'La descrizione è obbligatoria.', 'Al piano terra'],
    [firstPart(fieldOf(panel, 'Data inizio')), 'La data di inizio è obbligatoria.', '01012026'],
    [panel.getByLabel(/Numero massimo/), 'Il numero massimo di prenotazioni è obbligatorio.', '2'],
  ] as const
  await panel.getByLabel(/Numero massimo/).fill('')
  for (const [field, message, typed] of fields) {
    await save.click()
    await focused(field)
    await seen(panel.getByText(message))
    await page.keyboard.type(typed)
    await gone(panel.getByText(message))
  }
  await typeTime(panel, 'Lunedì, mattina, dalle', '08:00')
  await save.click()
  await focused(firstPart(fieldOf(panel, 'Lunedì, mattina, alle')))
})

test('a date is picked with the keyboard alone; Escape closes the month, not the panel', async ({ enter, newShop }) => {
  const shop = await newShop()
  await shop.newDayOff(FERIE)
  const page = await enter(shop, '/day_off')
  const { keyboard } = page
  await page.getByRole('button', { name: '03-02-2026' }).click()
  const panel = page.getByRole('dialog', { name: 'Modifica chiusura' })
  const opener = panel.getByRole('button', { name: 'Scegli il giorno Data inizio' })
  const month = page.getByRole('dialog', { name: 'Scegli il giorno Data inizio' })

  await tabTo(page, opener)
  await keyboard.press('Enter')
  await focused(month.getByRole('button', { name: /^martedì 3 febbraio 2026/ }))
  await keyboard.press('Escape')
  await gone(month)
  await seen(panel)
  await focused(opener)

  await keyboard.press('Enter')
  await focused(month.getByRole('button', { name: /^martedì 3 febbraio 2026/ }))
  await keyboard.press('PageDown')
  await keyboard.press('ArrowLeft')
  await keyboard.press('Enter')
  await gone(month)
  await focused(opener)
  await reads(fieldOf(panel, 'Data inizio'), '02/03/2026')

  await keyboard.press('Shift+Tab')
  await keyboard.press('ArrowUp')
  await reads(fieldOf(panel, 'Data inizio'), '02/03/2027')
})

test.for(WIDTHS)(
  'the month fits the window and has nothing for axe to find, %i px wide',
  async (width, { enter, newShop }) => {
    const page = await enter(await newShop(), '/day_off', { width })
    await page.getByRole('button', { name: 'Nuova chiusura' }).click()
    await page.getByRole('button', { name: 'Scegli il giorno Data fine' }).click()
    const month = page.getByRole('dialog', { name: 'Scegli il giorno Data fine' })
    await inView(month)
    await fitsWidth(page)
    await expectAccessible(page)
    await month.getByRole('button', { name: 'Mese successivo' }).click()
    await month.getByRole('button', { name: / 15 / }).click()
    await gone(month)
    expect(await firstPart(fieldOf(page, 'Data fine')).innerText()).toBe('15')
  },
)
