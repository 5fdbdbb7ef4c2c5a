import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, inject } from 'vitest'
import { MESSAGE_KINDS } from '../../server/src/database/schema.ts'
import { expectAccessible } from '../support/axe.ts'
import { fitsWidth } from '../support/look.ts'
import { giulia, type Shop } from '../support/shop.ts'
import { test } from '../support/test.ts'

/** A phone, and the reading pane of a mail program. */
const WIDTHS = [360, 700]

const { mailFolder, port } = inject('site')

const aurora = {
  app_primary_color: '#fb923c',
  address: 'Via Garibaldi 12, 10122 Torino',
  phone: '011 555 0123',
  whatsapp: '+39 333 555 0123',
  email: 'ciao@salone.example',
}

/** The HTML of the shop's e-mails, by kind. */
async function emailsOf(shop: Shop) {
  const files = (await readdir(mailFolder).catch(() => [])).filter((file) => file.endsWith('.eml')).sort()
  const emails = await Promise.all(
    files.map(async (file) => {
      const { html = '' } = await PostalMime.parse(await readFile(join(mailFolder, file)))
      // This server took any free port, where its settings name none.
      const shown = html.replaceAll(`${shop.domain}:0`, `${shop.domain}:${port}`)
      return { kind: MESSAGE_KINDS.find((kind) => file.includes(`Z-${kind}-`))!, html: shown }
    }),
  )
  return new Map(emails.filter(({ html }) => html.includes(shop.domain)).map(({ kind, html }) => [kind, html]))
}

/** Everything that makes somebody an e-mail. */
async function live(shop: Shop) {
  const authorization = { authorization: `Bearer ${await shop.token()}` }
  const series = repeat(shop, authorization)
  const reader = { ...giulia, email: 'giulia.verdi@posta.example' }
  const { id, hidden_id } = await shop.book({
    ...reader,
    telephone: '3331234567',
    visit_day: shop.day(5),
    visit_hour: '09:00:00',
  })
  const visit = { ...reader, service_id: shop.serviceId, visit_day: shop.day(6), visit_hour: '15:00:00' }
  await shop.api('PUT', `/bookings/update/${id}`, visit, authorization)
  await expect.poll(async () => (await emailsOf(shop)).has('change')).toBe(true)
  const moved = { visit_day: shop.day(7), visit_hour: '10:00' }
  await shop.api('PUT', `/client/bookings/update/${hidden_id}`, moved)
  await expect
    .poll(async () => {
      await shop.sendWaitingEmails()
      return (await emailsOf(shop)).has('rescheduled-booking')
    })
    .toBe(true)
  await shop.api('DELETE', `/client/bookings/delete/${hidden_id}`)
  await freeAPlace(shop)
  await shop.api('POST', '/client/contact', {
    name: 'Marco Bruni',
    email: 'marco.bruni@posta.example',
    phone: '3331234567',
    message: 'Buongiorno,\nfate anche la barba? Verrei volentieri sabato mattina.\n\nGrazie, Marco',
    privacy: true,
  })
  const user = {
    name: 'Paola',
    surname: 'Riva',
    email: 'paola.riva@salone.example',
    role: 'operator',
    is_disabled: false,
  }
  await shop.api('POST', '/users', user, authorization)
  await shop.api('POST', '/client/forgot-password', { email: shop.admin.email })
  await shop.api('PUT', '/user/update', { ...shop.admin, email: 'ada.neri@salone.example', phone: '' }, authorization)
  for (let stranger = 2; stranger < 12; stranger++) {
    const guess = { email: 'ada.neri@salone.example', password: 'sbagliata' }
    const from = { localAddress: `127.0.0.${stranger}` }
    await Promise.all(Array.from({ length: 10 }, () => shop.api('POST', '/login', guess, {}, from)))
  }
  const scheduled_at = '2026-01-01T12:00:00Z'
  await shop.insertBooking({ visit_day: shop.day(1), visit_hour: '10:00', scheduled_at })
  await shop.api('PUT', '/configs/update', { app_day_reminder: 2 }, authorization)
  await series
}

/** Visits that repeat: some move together, others are cancelled at once. */
async function repeat(shop: Shop, authorization: Record<string, string>) {
  const reader = { ...giulia, email: 'giulia.verdi@posta.example', service_id: shop.serviceId }
  async function made(visit_hour: string) {
    const visits = [9, 16, 23, 30].map((day) => ({ visit_day: shop.day(day), visit_hour }))
    const { body } = await shop.api('POST', '/bookings/series', { ...reader, visits }, authorization)
    return (body as { bookings: { id: number }[] }).bookings[0]!.id
  }
  await shop.api('DELETE', `/bookings/series/delete/${await made('17:00')}`, undefined, authorization)
  const id = await made('11:00')
  await expect.poll(async () => (await emailsOf(shop)).has('series-confirmation')).toBe(true)
  const moved = { ...reader, visit_day: shop.day(9), visit_hour: '16:00' }
  await shop.api('PUT', `/bookings/series/update/${id}`, moved, authorization)
}

/** A day with one place, for which somebody waits until it comes free. */
async function freeAPlace(shop: Shop) {
  const visit_day = shop.day(8)
  const taken = 'W'.repeat(22)
  await shop.newDayOff({ day_from: visit_day, hour_from: '10:00', day_to: visit_day, hour_to: '23:00' })
  await shop.insertBooking({ visit_day, visit_hour: '09:00', hidden_id: taken })
  await shop.api('POST', `/client/waiting-list/${shop.serviceId}`, {
    ...giulia,
    email: 'giulia.verdi@posta.example',
    telephone: '3331234567',
    privacy: true,
    visit_day,
  })
  await expect.poll(async () => (await emailsOf(shop)).has('waiting-joined')).toBe(true)
  await shop.api('DELETE', `/client/bookings/delete/${taken}`)
}

const LONG_WORD = 'Straordinariamenterigenerante'.repeat(4)

test('every e-mail reads well on a phone and in a wide window, by day and by night', {
  tags: ['11.4', '13.46'],
}, async ({ newShop, open }) => {
  const shop = await newShop({ configuration: aurora })
  const page = await open(shop.at('/'), { token: await shop.token() })
  const logo = (await readFile(join(import.meta.dirname, '../support/logo.png'))).toString('base64')
  await page.evaluate(async (logo) => {
    const form = new FormData()
    const bytes = Uint8Array.from(atob(logo), (letter) => letter.charCodeAt(0))
    form.append('logo', new File([bytes], 'logo.png', { type: 'image/png' }))
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` }
    const { status } = await fetch('/api/configs/upload-logo', { method: 'POST', body: form, headers })
    if (status !== 200) throw new Error(`no logo: ${status}`)
  }, logo)

  await live(shop)
  await expect.poll(async () => [...(await emailsOf(shop)).keys()].sort()).toEqual(MESSAGE_KINDS.toSorted())

  for (const [kind, html] of await emailsOf(shop)) {
    const address = shop.at(`/email/${kind}`)
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }))
    await page.goto(address)
    await expect
      .poll(() => page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await fitsWidth(page)
        // Nothing but margins differs with the width.
        if (width === WIDTHS[0]) await expectAccessible(page)
      }
      await storePicture(kind, width, () => page.screenshot({ fullPage: true }))
    }
    await page.evaluate((word) => {
      for (const text of document.querySelectorAll('h1, p, bdi, td:not(:has(*))')) text.append(` ${word}`)
    }, LONG_WORD)
    await page.setViewportSize({ width: 320, height: 800 })
    await fitsWidth(page)
  }
})

/** `PICTURES=docs/emails` keeps what was seen; see the README there. */
async function storePicture(kind: string, width: number, take: () => Promise<Buffer>) {
  const folder = process.env.PICTURES
  if (!folder) return
  const path = join(import.meta.dirname, '../..', folder)
  await mkdir(path, { recursive: true })
  await writeFile(join(path, `${kind}-${width}.png`), await take())
}
