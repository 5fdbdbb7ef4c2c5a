import { text } from 'node:stream/consumers'
import { capitalized, formatDay } from '@prenoto/core/time/format.ts'
import { readCalendar } from '@prenoto/test-support/formats/calendar-file.ts'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import { arrivedAt, fitsWidth, gone, seen } from '../support/look.ts'
import { giulia } from '../support/shop.ts'
import { PHONE, test } from '../support/test.ts'

test.for([PHONE])(
  'a visitor takes the visit just booked into their own calendar, %i px wide',
  { tags: ['4.43', '13.49', '13.180'] },
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
      `${capitalized(formatDay(shop.today))}, 10:00–11:00`,
      'Taglio',
      '60 minuti',
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

    const google = page.getByRole('link', { name: 'Aggiungi a Google Calendar' })
    const asked = new URL((await google.getAttribute('href'))!).searchParams
    const day = shop.today.replaceAll('-', '')
    expect(asked.get('dates')).toBe(`${day}T100000/${day}T110000`)
    expect([...asked.values()].join()).not.toContain((await shop.bookings())[0]!.hidden_id)
    await seen(page.getByText('Puoi spostarla o disdirla fino all’ora della visita.'))

    // With a notice that has begun the thanks offer no change, but name the telephone.
    await shop.configure({ app_change_hours_notice: 72, phone: '051 000 0199' })
    const notice = page.getByText('Mancano meno di 3 giorni alla visita: per spostarla o disdirla chiama 051 000 0199.')
    await expect
      .poll(async () => {
        await page.reload()
        await seen(facts.first())
        return notice.count()
      })
      .toBe(1)
    await seen(page.getByRole('link', { name: 'Vedi la prenotazione' }))
    await gone(page.getByRole('link', { name: 'Sposta o disdici' }))

    // The visit's page is printed on one sheet, without menu and buttons.
    await page.getByRole('link', { name: 'Vedi la prenotazione' }).click()
    await seen(page.getByRole('heading', { name: 'La tua prenotazione' }))
    await page.emulateMedia({ media: 'print' })
    await seen(facts.first())
    await gone(page.getByRole('navigation'))
    await gone(page.getByRole('link', { name: 'Aggiungi al calendario' }))
    await gone(page.getByRole('link', { name: 'Prenota di nuovo' }))
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
    expect(sheets).toHaveLength(1)
  },
)

test('who has booked nothing is offered no calendar file', { tags: ['13.49'] }, async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/thank_you'))

  await seen(page.getByText(/sono nell’email di conferma/))
  await seen(page.getByRole('link', { name: 'Torna alla home' }))
  await gone(page.getByRole('link', { name: 'Aggiungi al calendario' }))
})
