import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { totpCode } from '@prenoto/test-support/http/totp-code.ts'
import PostalMime from 'postal-mime'
import { expect, inject } from 'vitest'
import { MESSAGE_KINDS } from '../../server/src/database/schema.ts'
import { expectAccessible } from '../support/axe.ts'
import { type Business, giulia, PASSWORD } from '../support/business.ts'
import { expectFitsWidth } from '../support/expectations.ts'
import { storePicture } from '../support/store-picture.ts'
import { test } from '../support/test.ts'

/** Widths of a phone and of the reading pane of a mail program. */
const PICTURE_WIDTHS = [360, 700]

const NARROW = { width: 320, height: 800 }

const { mailFolder, port } = inject('site')

const aurora = {
  app_primary_color: '#fb923c',
  address: 'Via Garibaldi 12, 10122 Torino',
  phone: '011 555 0123',
  whatsapp: '+39 333 555 0123',
  email: 'ciao@salone.example',
}

/** The HTML of each file; all tests write into the folder, and a file does not change. */
const htmlOfFiles = new Map<string, string>()

async function readHtml(file: string) {
  const { html = '' } = await PostalMime.parse(await readFile(join(mailFolder, file)))
  htmlOfFiles.set(file, html)
}

/** The HTML of the business's e-mails, by kind. */
async function readEmails(business: Business) {
  const names = await readdir(mailFolder).catch(() => [])
  const files = names.filter((name) => /^[^.].*\.eml$/.test(name)).sort()
  await Promise.all(files.filter((file) => !htmlOfFiles.has(file)).map(readHtml))
  const emails = files.map((file) => ({
    kind: MESSAGE_KINDS.find((kind) => file.includes(`Z-${kind}-`))!,
    // The test server listens on a random port, which links omit.
    html: htmlOfFiles.get(file)!.replaceAll(`${business.domain}:0`, `${business.domain}:${port}`),
  }))
  return new Map(emails.filter(({ html }) => html.includes(business.domain)).map(({ kind, html }) => [kind, html]))
}

/** Triggers every kind of e-mail. */
async function triggerEveryEmail(business: Business) {
  const authorization = { authorization: `Bearer ${await business.token()}` }
  const series = createSeries(business, authorization)
  for (const device of ['1', '2'])
    await business.api(
      'POST',
      '/login',
      { email: business.admin.email, password: PASSWORD },
      { 'device-id': device.repeat(32), 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0' },
    )
  const reader = { ...giulia, email: 'giulia.verdi@posta.example' }
  const { id, hidden_id } = await business.book({
    ...reader,
    telephone: '3331234567',
    visit_day: business.day(5),
    visit_hour: '09:00:00',
  })
  const visit = { ...reader, service_id: business.serviceId, visit_day: business.day(6), visit_hour: '15:00:00' }
  await business.api('PUT', `/bookings/update/${id}`, visit, authorization)
  await expect.poll(async () => (await readEmails(business)).has('change')).toBe(true)
  const rescheduled = { visit_day: business.day(7), visit_hour: '10:00' }
  await business.api('PUT', `/client/bookings/update/${hidden_id}`, rescheduled)
  await expect
    .poll(async () => {
      await business.sendWaitingEmails()
      return (await readEmails(business)).has('rescheduled-booking')
    })
    .toBe(true)
  await business.api('DELETE', `/client/bookings/delete/${hidden_id}`)
  await business.api('POST', '/client/my-bookings', { email: reader.email })
  await fillWaitingList(business)
  await business.api('POST', '/client/contact', {
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
  await business.api('POST', '/users', user, authorization)
  await business.api('POST', '/client/forgot-password', { email: business.admin.email })
  await business.api(
    'PUT',
    '/user/update',
    { ...business.admin, email: 'ada.neri@salone.example', phone: '' },
    authorization,
  )
  await business.leaveOneAttempt(await business.adminId())
  const guess = { email: 'ada.neri@salone.example', password: 'sbagliata' }
  await business.api('POST', '/login', guess, {}, { localAddress: '127.0.0.2' })
  await changeSecondFactors(business, authorization)
  const scheduled_at = '2026-01-01T12:00:00Z'
  await business.insertBooking({ visit_day: business.day(1), visit_hour: '10:00', scheduled_at })
  const { body: known } = await business.api(
    'GET',
    `/bookings/${await business.insertBooking({ visit_day: business.day(-2), visit_hour: '10:00' })}`,
    undefined,
    authorization,
  )
  await business.api(
    'POST',
    '/proposals',
    {
      customer_id: (known as { customer_id: number }).customer_id,
      service_id: business.serviceId,
      hours: ['15:00', '17:00'].map((visit_hour) => ({ visit_day: business.day(3), visit_hour })),
      sends_email: true,
    },
    authorization,
  )
  const visited = await business.insertBooking({
    visit_day: business.day(-1),
    visit_hour: '10:00',
    attendance: 'completed',
  })
  await business.insert('booking_history', {
    booking_id: visited,
    kind: 'attendance',
    attendance: 'completed',
    at: toInstant(business.day(-1), parsePlainTime('12:00'), business.zone).toString(),
  })
  await business.insert('come_back_reminders', { booking_id: visited, due_on: business.today, asked_at: new Date() })
  const settings = {
    app_after_visit: true,
    app_come_back: true,
    app_google_reviews: 'https://g.page/r/abc/review',
    app_day_reminder: 2,
    email: 'prenotazioni@salone.example',
  }
  await business.api('PUT', '/configs/update', settings, authorization)
  await series
  // The link undoes the change of the address, whose e-mails then no longer apply.
  const others = MESSAGE_KINDS.filter((kind) => kind !== 'intruder-locked-out')
  await expect.poll(async () => [...(await readEmails(business)).keys()].sort()).toEqual(others.toSorted())
  const [, token] = /\/not_me#([\w-]{43})/.exec((await readEmails(business)).get('new-device')!)!
  expect((await business.api('POST', '/client/lock-out-intruder', { token })).status).toBe(200)
}

/** Adds, uses and removes second factors of the admin, resets those of another user and appoints that one. */
async function changeSecondFactors(business: Business, authorization: Record<string, string>) {
  async function addTotp(headers: Record<string, string>): Promise<string[]> {
    const { body } = await business.api('POST', '/user/second-factor/totp', undefined, headers)
    const code = totpCode((body as { secret: string }).secret)
    const added = await business.api('POST', '/user/second-factor/totp/confirm', { code }, headers)
    return (added.body as { recovery_codes: string[] }).recovery_codes
  }
  const email = 'lia.riva@salone.example'
  const hers = { authorization: `Bearer ${await business.token('operator', { email })}` }
  const [code] = await addTotp(hers)
  const { body: answer } = await business.api('POST', '/login', { email, password: PASSWORD })
  await business.api('POST', '/login/second-factor', { challenge: (answer as { challenge: string }).challenge, code })
  const { body: user } = await business.api('GET', '/user/userInfo', undefined, hers)
  const { id } = user as { id: number }
  await business.api('DELETE', `/users/${id}/second-factor`, undefined, authorization)
  await business.api('POST', `/users/${id}/administrator`, undefined, authorization)
  await addTotp(authorization)
  await business.api('DELETE', '/user/second-factor/totp', undefined, authorization)
}

/** Books two series, reschedules one and cancels the other. */
async function createSeries(business: Business, authorization: Record<string, string>) {
  const reader = { ...giulia, email: 'giulia.verdi@posta.example', service_id: business.serviceId }
  async function bookSeries(visit_hour: string) {
    const visits = [9, 16, 23, 30].map((day) => ({ visit_day: business.day(day), visit_hour }))
    const { body } = await business.api('POST', '/bookings/series', { ...reader, visits }, authorization)
    return (body as { bookings: { id: number }[] }).bookings[0]!.id
  }
  await business.api('DELETE', `/bookings/series/delete/${await bookSeries('17:00')}`, undefined, authorization)
  const id = await bookSeries('11:00')
  await expect.poll(async () => (await readEmails(business)).has('series-confirmation')).toBe(true)
  const rescheduled = { ...reader, visit_day: business.day(9), visit_hour: '16:00' }
  await business.api('PUT', `/bookings/series/update/${id}`, rescheduled, authorization)
}

/** Fills a day, adds a customer to its waiting list and frees a slot. */
async function fillWaitingList(business: Business) {
  const visit_day = business.day(8)
  const taken = 'W'.repeat(22)
  await business.newDayOff({ day_from: visit_day, hour_from: '10:00', day_to: visit_day, hour_to: '23:00' })
  await business.insertBooking({ visit_day, visit_hour: '09:00', hidden_id: taken })
  await business.api('POST', `/client/waiting-list/${business.serviceId}`, {
    ...giulia,
    email: 'giulia.verdi@posta.example',
    telephone: '3331234567',
    privacy: true,
    visit_day,
  })
  await expect.poll(async () => (await readEmails(business)).has('waiting-joined')).toBe(true)
  await business.api('DELETE', `/client/bookings/delete/${taken}`)
}

const LONG_WORD = 'Straordinariamenterigenerante'.repeat(4)

/** Runs in the page. Describes each kind of block that the layout of the e-mail uses. */
const listBlocks = () =>
  [...document.body.querySelectorAll('*')].map(
    (element) => `${element.localName} ${element.className} ${element.getAttribute('style')}`,
  )

test('every e-mail fits a narrow window, and each block of their layout is accessible in light and dark mode', {
  tags: ['11.4', '13.46'],
}, async ({ newBusiness, open }) => {
  const business = await newBusiness({ configuration: aurora })
  const page = await open(business.at('/'), { token: await business.token() })
  const logo = (await readFile(join(import.meta.dirname, '../support/logo.png'))).toString('base64')
  await page.evaluate(async (logo) => {
    const form = new FormData()
    const bytes = Uint8Array.from(atob(logo), (letter) => letter.charCodeAt(0))
    form.append('logo', new File([bytes], 'logo.png', { type: 'image/png' }))
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` }
    const { status } = await fetch('/api/configs/upload-logo', { method: 'POST', body: form, headers })
    if (status !== 200) throw new Error(`no logo: ${status}`)
  }, logo)

  await triggerEveryEmail(business)
  await expect.poll(async () => [...(await readEmails(business)).keys()].sort()).toEqual(MESSAGE_KINDS.toSorted())

  // Without the policy of the site, which forbids the styles of e-mails.
  await page.route('**/email', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(business.at('/email'))
  await page.setViewportSize(NARROW)
  const seenBlocks = new Set<string>()
  for (const [kind, html] of await readEmails(business)) {
    await page.setContent(html)
    await expect
      .poll(() => page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    const newBlocks = new Set(await page.evaluate(listBlocks)).difference(seenBlocks)
    // The other e-mails differ only in texts.
    if (newBlocks.size > 0)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
      }
    for (const block of newBlocks) seenBlocks.add(block)
    for (const width of PICTURE_WIDTHS)
      await storePicture(kind, width, async () => {
        await page.setViewportSize({ width, height: 800 })
        return page.screenshot({ fullPage: true })
      })
    await page.evaluate((word) => {
      for (const text of document.querySelectorAll('h1, p, bdi, td:not(:has(*))')) text.append(` ${word}`)
    }, LONG_WORD)
    await page.setViewportSize(NARROW)
    await expectFitsWidth(page)
  }
})
