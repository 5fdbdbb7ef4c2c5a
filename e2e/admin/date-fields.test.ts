import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectInView,
  expectMessage,
  expectVisible,
  tabTo,
} from '../support/expectations.ts'
import { PHONE, test, WIDTHS } from '../support/test.ts'
import { EMPTY_DATE, EMPTY_TIME, expectFieldText, fieldOf, firstPart, typeDate, typeTime } from '../support/typing.ts'

const FERIE = { day_from: '2026-02-03', hour_from: '15:30', day_to: '2026-02-04', hour_to: '00:00' }

const partOf = (field: Locator, name: string) => field.getByRole('spinbutton', { name })

test('dates and times are Italian in an American browser, picked by keyboard, and partial ones stay with an error', {
  tags: ['1.1', '5.1'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await business.newDayOff(FERIE)
  const page = await openAdmin(business, '/day_off')
  const saved: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && saved.push(request.url()))
  const { keyboard } = page
  const row = page.getByRole('button', { name: '03-02-2026' })
  await row.click()
  const panel = page.getByRole('dialog', { name: 'Modifica chiusura' })

  await expectFieldText(fieldOf(panel, 'Data inizio'), '03/02/2026')
  await expectFieldText(fieldOf(panel, 'Ora inizio'), '15:30')
  await expectFieldText(fieldOf(panel, 'Ora fine'), '00:00')
  for (const part of ['giorno', 'mese', 'anno'])
    await expectVisible(partOf(fieldOf(panel, 'Data inizio'), `${part}, Data inizio`))
  for (const part of ['ora', 'minuto']) await expectVisible(partOf(fieldOf(panel, 'Ora inizio'), `${part}, Ora inizio`))

  const opener = panel.getByRole('button', { name: 'Scegli il giorno Data inizio' })
  const month = page.getByRole('dialog', { name: 'Scegli il giorno Data inizio' })

  await tabTo(page, opener)
  await keyboard.press('Enter')
  await expectFocused(month.getByRole('button', { name: /^martedì 3 febbraio 2026/ }))
  await keyboard.press('Escape')
  await expectHidden(month)
  await expectVisible(panel)
  await expectFocused(opener)

  await keyboard.press('Enter')
  await expectFocused(month.getByRole('button', { name: /^martedì 3 febbraio 2026/ }))
  await keyboard.press('PageDown')
  await keyboard.press('ArrowLeft')
  await keyboard.press('Enter')
  await expectHidden(month)
  await expectFocused(opener)
  await expectFieldText(fieldOf(panel, 'Data inizio'), '02/03/2026')

  await keyboard.press('Shift+Tab')
  await keyboard.press('ArrowUp')
  await expectFieldText(fieldOf(panel, 'Data inizio'), '02/03/2027')
  await keyboard.press('Escape')
  await expectHidden(panel)

  await row.click()
  const [from, at] = [fieldOf(panel, 'Data inizio'), fieldOf(panel, 'Ora inizio')]

  const year = partOf(from, 'anno, Data inizio')
  for (const _ of '2026') await year.press('Backspace')
  await partOf(at, 'minuto, Ora inizio').press('Backspace')
  await partOf(at, 'minuto, Ora inizio').press('Backspace')
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()

  await expectVisible(panel.getByText('Data non valida.'))
  await expectVisible(panel.getByText('Orario non valido.'))
  await expectFieldText(from, '03/02/aaaa')
  await expectFieldText(at, '15:––')
  await expectFocused(firstPart(from))
  expect(await firstPart(from).getAttribute('aria-invalid')).toBe('true')
  expect(saved).toEqual([])

  for (const part of ['mese', 'giorno']) {
    await partOf(from, `${part}, Data inizio`).press('Backspace')
    await partOf(from, `${part}, Data inizio`).press('Backspace')
  }
  await expectVisible(panel.getByText('La data di inizio è obbligatoria.'))
  await typeDate(panel, 'Data inizio', '2026-02-02')
  await typeTime(panel, 'Ora inizio', '16:45')
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectMessage(page, 'Day Off aggiornato con successo')
  await expectVisible(page.getByRole('row').filter({ hasText: '02-02-2026' }).filter({ hasText: '16:45' }))
})

test('a rejected save focuses the first invalid field, an impossible day and a short year are completed, and the month fits the window', {
  tags: ['5.22', '13.161'],
}, async ({ openAdmin, newBusiness }) => {
  const page = await openAdmin(await newBusiness(), '/day_off')
  await page.getByRole('button', { name: 'Nuova chiusura' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova chiusura' })
  await panel.getByRole('button', { name: 'Aggiungi chiusura' }).click()
  const day = firstPart(fieldOf(panel, 'Data inizio'))
  await expectFocused(day)
  const message = (await day.getAttribute('aria-describedby'))!.split(' ').at(-1)!
  expect(await panel.locator(`[id="${message}"]`).innerText()).toBe('La data di inizio è obbligatoria.')
  for (const text of [
    'La data di fine è obbligatoria.',
    "L'orario di inizio è obbligatorio.",
    "L'orario di fine è obbligatorio.",
  ])
    await expectVisible(panel.getByText(text))

  await typeDate(panel, 'Data inizio', '26-02-31')
  await panel.getByLabel('Motivo').focus()
  await expectFieldText(fieldOf(panel, 'Data inizio'), '28/02/2026')
  expect(await panel.getByText('Data non valida.').count()).toBe(0)

  const month = page.getByRole('dialog', { name: 'Scegli il giorno Data fine' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 })
    await page.getByRole('button', { name: 'Scegli il giorno Data fine' }).click()
    await expectInView(month)
    await expectFitsWidth(page)
    if (width === PHONE) await expectAccessible(page)
    await month.getByRole('button', { name: 'Mese successivo' }).click()
    await month.getByRole('button', { name: / 15 / }).click()
    await expectHidden(month)
    expect(await firstPart(fieldOf(page, 'Data fine')).innerText()).toBe('15')
  }
  await page.keyboard.press('Escape')
  await expectHidden(panel)

  const holidays = page.getByRole('dialog', { name: 'Festività' })
  await page.getByRole('button', { name: 'Festività' }).click()
  await expectVisible(holidays.getByText('Natale di Gesù').first())
  await typeDate(holidays, 'Santo patrono', '26-12-07')
  await holidays.getByRole('button', { name: /^Aggiungi il/ }).focus()
  await expectFieldText(fieldOf(holidays, 'Santo patrono'), '07/12/2026')
  await expectVisible(holidays.getByRole('checkbox', { name: /Santo patrono/ }).first())
})

test('a new calendar has empty fields and shows what is missing from top to bottom; a partial optional date is an error', {
  tags: ['5.24'],
}, async ({ openAdmin, newBusiness }) => {
  const page = await openAdmin(await newBusiness(), '/calendar')
  await page.getByRole('button', { name: 'Nuovo calendario' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuovo calendario' })
  await expectFieldText(fieldOf(panel, 'Data inizio'), EMPTY_DATE)
  await expectFieldText(fieldOf(panel, 'Domenica, pomeriggio, alle'), EMPTY_TIME)
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
    await expectFocused(field)
    await expectVisible(panel.getByText(message))
    await page.keyboard.type(typed)
    await expectHidden(panel.getByText(message))
  }
  await typeTime(panel, 'Lunedì, mattina, dalle', '08:00')
  await save.click()
  await expectFocused(firstPart(fieldOf(panel, 'Lunedì, mattina, alle')))
  await page.keyboard.press('Escape')
  await expectHidden(panel)

  await page.getByRole('button', { name: 'Sala' }).click()
  const edit = page.getByRole('dialog', { name: 'Modifica calendario' })
  await edit.getByLabel('Descrizione').fill('La sala grande')
  await typeDate(edit, 'Data fine (facoltativa)', '--31')
  await edit.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectVisible(edit.getByText('Data non valida.'))
  await expectFieldText(fieldOf(edit, 'Data fine (facoltativa)'), '31/mm/aaaa')
  await expectFocused(firstPart(fieldOf(edit, 'Data fine (facoltativa)')))
})
