import { text } from 'node:stream/consumers'
import { capitalize, formatDay } from '@prenoto/core/time/format.ts'
import { readCalendar } from '@prenoto/test-support/formats/calendar-file.ts'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import { giulia } from '../support/business.ts'
import { expectFitsWidth, expectHidden, expectVisible, waitForPath } from '../support/expectations.ts'
import { PHONE, test } from '../support/test.ts'

test('a visitor downloads the new booking as a calendar file; its page prints on one sheet and offers no reminder without the setting', {
  tags: ['4.43', '13.49', '13.180'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness({ configuration: { address: 'Via Po 1, Torino' } })
  const page = await open(business.bookingPage(), { width: PHONE })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    const note = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }
    new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true })
  })
  await page.getByRole('button', { name: '10:00' }).click()
  await bookAsGiulia(page)
  await waitForPath(page, '/thank_you')
  expect(new URL(page.url()).search).toBe('')

  const facts = page.getByRole('definition')
  await expectVisible(facts.first())
  expect((await facts.allInnerTexts()).slice(0, 5)).toEqual([
    `${capitalize(formatDay(business.today))}, 10:00–11:00`,
    'Taglio',
    '60 minuti',
    '25,00\u00a0€',
    'Via Po 1, Torino',
  ])
  await expectVisible(page.getByText('g***@posta.example'))
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(giulia.email)
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  await page.getByText('Aggiungi al calendario').click()
  const link = page.getByRole('link', { name: 'Apple, Outlook e altri' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])

  expect(download.suggestedFilename()).toBe('prenotazione.ics')
  const { entries } = readCalendar(await text(await download.createReadStream()))
  expect(entries).toMatchObject([
    { uid: expect.stringMatching(/^[0-9a-f]{32}@prenoto$/), summary: 'Taglio presso Salone Aurora' },
  ])
  await expectFitsWidth(page)
  await expectAccessible(page)

  const google = page.getByRole('link', { name: 'Google Calendar' })
  const googleQuery = new URL((await google.getAttribute('href'))!).searchParams
  const day = business.today.replaceAll('-', '')
  expect(googleQuery.get('dates')).toBe(`${day}T100000/${day}T110000`)
  expect([...googleQuery.values()].join()).not.toContain((await business.bookings())[0]!.hidden_id)
  await expectVisible(page.getByText('Puoi spostarla o disdirla fino all’ora della visita.'))

  // Within the booking notice the thank-you page offers no change, but shows the telephone number.
  await business.configure({ app_change_hours_notice: 72, phone: '051 000 0199' })
  const notice = page.getByText('Mancano meno di 3 giorni alla visita: per spostarla o disdirla chiamaci.')
  await expect
    .poll(async () => {
      await page.reload()
      await expectVisible(facts.first())
      return notice.count()
    })
    .toBe(1)
  await expectVisible(page.getByRole('link', { name: 'Vedi la prenotazione' }))
  await expectHidden(page.getByRole('link', { name: 'Sposta o disdici' }))

  // The page of a visit prints on one sheet, without menu and buttons.
  await page.getByRole('link', { name: 'Vedi la prenotazione' }).click()
  await expectVisible(page.getByRole('heading', { name: 'La tua prenotazione' }))
  await expectVisible(page.getByRole('link', { name: 'Prenota di nuovo' }))
  await expectHidden(page.getByRole('link', { name: 'Ricordami di tornare' }))
  await page.emulateMedia({ media: 'print' })
  await expectVisible(facts.first())
  await expectHidden(page.getByRole('navigation'))
  await expectHidden(page.getByText('Aggiungi al calendario'))
  await expectHidden(page.getByRole('link', { name: 'Prenota di nuovo' }))
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets).toHaveLength(1)
})
