import { text } from 'node:stream/consumers'
import { formatDay } from '@prenoto/core/time/format.ts'
import { expect } from 'vitest'
import { readCalendar } from '../../server/test/calendar.ts'
import { expectAccessible } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import { arrivedAt, fitsWidth, gone, seen } from '../support/look.ts'
import { giulia } from '../support/shop.ts'
import { test, WIDTHS } from '../support/test.ts'

test.for(WIDTHS)(
  'a visitor takes the visit just booked into their own calendar, %i px wide',
  async (width, { open, newShop }) => {
    const shop = await newShop({ configuration: { address: 'Via Po 1, Torino' } })
    const page = await open(shop.bookingPage(), { width })
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
    await arrivedAt(page, '/thank_you')
    expect(new URL(page.url()).search).toBe('')

    const facts = page.getByRole('definition')
    await seen(facts.first())
    expect((await facts.allInnerTexts()).slice(0, 5)).toEqual([
      formatDay(shop.today).replace(/^./, (letter) => letter.toUpperCase()),
      '10:00',
      'Taglio',
      '25,00\u00a0€',
      'Via Po 1, Torino',
    ])
    await seen(page.getByText('g***@posta.example'))
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(giulia.email)
    const link = page.getByRole('link', { name: 'Aggiungi al calendario' })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])

    expect(download.suggestedFilename()).toBe('prenotazione.ics')
    const { entries } = readCalendar(await text(await download.createReadStream()))
    expect(entries).toMatchObject([
      { uid: expect.stringMatching(/^[0-9a-f]{32}@prenoto$/), summary: 'Taglio presso Salone Aurora' },
    ])
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
    await fitsWidth(page)
    await expectAccessible(page)
  },
)

test('who has booked nothing is offered no calendar file', async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/thank_you'))

  await seen(page.getByText(/sono nell’email di conferma/))
  await seen(page.getByRole('link', { name: 'Torna alla home' }))
  await gone(page.getByRole('link', { name: 'Aggiungi al calendario' }))
})
