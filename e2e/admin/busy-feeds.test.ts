import { calendarText, startCalendarServer } from '@prenoto/test-support/http/calendar-server.ts'
import { expectGoodScreen } from '../support/axe.ts'
import { expectFocused, expectHidden, expectMessage, expectVisible, pressEnter } from '../support/expectations.ts'
import { openScreen } from '../support/menu.ts'
import { test } from '../support/test.ts'

const site = await startCalendarServer()

test('another calendar is added and removed by keyboard, and its event closes the agenda', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness({ calendar: { description: 'La sala grande' } })
  const day = business.day(0).replaceAll('-', '')
  const { url } = site.newFile({ body: calendarText([`DTSTART:${day}T100000`, `DTEND:${day}T110000`]) })
  const page = await openAdmin(business, '/calendar', { allowedErrors: /422|Il link non vale più/ })
  await page.getByRole('row').filter({ hasText: 'Sala' }).click()
  const calendar = page.getByRole('dialog', { name: 'Modifica calendario' })
  const section = calendar.getByRole('button', { name: 'Impegni da altri calendari' })
  await pressEnter(section)
  await pressEnter(calendar.getByRole('button', { name: 'Aggiungi un calendario' }))
  const panel = page.getByRole('dialog', { name: 'Aggiungi un calendario esterno' })
  await pressEnter(panel.getByRole('button', { name: 'Aggiungi e leggi' }))
  await expectVisible(panel.getByText('Incolla il link dell’altro calendario.'))
  await expectFocused(panel.getByLabel('Nome'))
  // React Hook Form may focus the next invalid field a moment later, so keys could go there.
  await panel.getByLabel('Nome').fill('Google di Anna')
  await panel.getByLabel('Link privato in formato iCal').fill(url.replace('basic', 'other'))
  await page.keyboard.press('Enter')
  await expectVisible(panel.getByText(/^Il link non vale più/))
  await panel.getByLabel('Link privato in formato iCal').fill(url)
  await expectGoodScreen(page)
  await page.keyboard.press('Enter')
  await expectMessage(page, /^Calendario letto: un impegno/)

  const feed = calendar.getByRole('list', { name: 'Calendari letti' })
  await expectVisible(feed.getByText('Letto meno di un minuto fa, un impegno'))
  await expectHidden(page.getByText(url))
  await pressEnter(feed.getByRole('button', { name: 'Togli Google di Anna' }))
  await pressEnter(
    page.getByRole('dialog', { name: 'Togli il calendario esterno' }).getByRole('button', { name: 'Annulla' }),
  )
  await expectFocused(feed.getByRole('button', { name: 'Togli Google di Anna' }))

  await page.keyboard.press('Escape')
  await openScreen(page, 'Dashboard')
  await expectVisible(page.getByText(/Impegno privato/).first())
  await openScreen(page, 'Calendari')
  await page.getByRole('row').filter({ hasText: 'Sala' }).click()
  await pressEnter(feed.getByRole('button', { name: 'Togli Google di Anna' }))
  await pressEnter(
    page.getByRole('dialog', { name: 'Togli il calendario esterno' }).getByRole('button', { name: 'Togli' }),
  )
  await expectMessage(page, 'Calendario esterno tolto')
  await expectFocused(calendar.getByRole('button', { name: 'Aggiungi un calendario' }))
})
