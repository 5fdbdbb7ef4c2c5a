import type { Locator } from 'playwright-core'
import { expectAccessible } from '../support/axe.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectInView,
  expectVisible,
  tabTo,
} from '../support/expectations.ts'
import { PHONE, test, WIDTHS } from '../support/test.ts'
import { expectFieldText, findField, typeDate } from '../support/typing.ts'

const FERIE = { day_from: '2026-02-03', hour_from: '15:30', day_to: '2026-02-04', hour_to: '00:00' }

const findSegment = (field: Locator, name: string) => field.getByRole('spinbutton', { name })

test('dates and times are Italian in an American browser, a day is picked by keyboard, the month fits the window, and a short year is completed', {
  tags: ['1.1', '13.161'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await business.newDayOff(FERIE)
  const page = await openAdmin(business, '/day_off')
  const { keyboard } = page
  await page.getByRole('button', { name: '03-02-2026' }).click()
  const panel = page.getByRole('dialog', { name: 'Modifica chiusura' })

  await expectFieldText(findField(panel, 'Data inizio'), '03/02/2026')
  await expectFieldText(findField(panel, 'Ora inizio'), '15:30')
  await expectFieldText(findField(panel, 'Ora fine'), '00:00')
  for (const part of ['giorno', 'mese', 'anno'])
    await expectVisible(findSegment(findField(panel, 'Data inizio'), `${part}, Data inizio`))
  for (const part of ['ora', 'minuto'])
    await expectVisible(findSegment(findField(panel, 'Ora inizio'), `${part}, Ora inizio`))

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
  await expectFieldText(findField(panel, 'Data inizio'), '02/03/2026')

  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 })
    await opener.click()
    await expectInView(month)
    await expectFitsWidth(page)
    if (width === PHONE) await expectAccessible(page)
    await month.getByRole('button', { name: / 15 / }).click()
    await expectHidden(month)
    await expectFieldText(findField(panel, 'Data inizio'), '15/03/2026')
  }
  await keyboard.press('Escape')
  await expectHidden(panel)

  const holidays = page.getByRole('dialog', { name: 'Festività' })
  await page.getByRole('button', { name: 'Festività' }).click()
  await expectVisible(holidays.getByText('Natale di Gesù').first())
  await typeDate(holidays, 'Santo patrono', '26-12-07')
  await holidays.getByRole('button', { name: /^Aggiungi il/ }).focus()
  await expectFieldText(findField(holidays, 'Santo patrono'), '07/12/2026')
  await expectVisible(holidays.getByRole('checkbox', { name: /Santo patrono/ }).first())
})
