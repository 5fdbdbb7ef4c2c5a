import { formatDate } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import type { Business } from '../support/business.ts'
import { expectFitsWidth, expectHidden, expectVisible, waitForHydration } from '../support/expectations.ts'
import { test as base, DESKTOP, demo, openPages, PHONE, WIDTHS } from '../support/test.ts'

const LONG = {
  name: 'Trattamento ricostruttivo Straordinariamenterigenerante per capelli lunghi e mossi',
  description: 'Un’ora e mezza, con impacco, massaggio e piega. '.repeat(8),
  discounted_amount: '12.50',
}

/** The states of the public pages: a path or an address, and the steps that reach the state. */
const STATES: Record<
  string,
  [address: (business: Business, visit: string) => string, enter?: (page: Page) => Promise<unknown>]
> = {
  'the demo': [() => demo('/')],
  'the home page with its hours unfolded and the errors of its contact form': [
    () => '/',
    async (page) => {
      await page.getByText('apre alle 9').click()
      await page.getByRole('button', { name: 'Invia' }).click()
      await expectVisible(page.getByText('Il nome è obbligatorio.'))
    },
  ],
  'a toast': [
    () => '/client_service',
    async (page) => {
      await page.getByLabel('Nome e cognome *').fill('Giulia Verdi')
      await page.getByLabel('Email *').fill('giulia@posta.example')
      await page.getByLabel('Telefono *').fill('3331234567')
      await page.getByLabel(/Privacy Policy/).check()
      await page.evaluate(focusNextToast)
      await page.getByRole('button', { name: 'Invia' }).click()
      await page.getByRole('status').filter({ hasText: 'Richiesta inviata con successo.' }).hover()
    },
  ],
  'a chosen slot and the errors of its form': [
    (business) => `/client_service/${business.serviceId}/booking`,
    async (page) => {
      await page.getByRole('button', { name: '10:00' }).click()
      await page.getByLabel('Note per noi').fill('n'.repeat(950))
      await page.getByRole('button', { name: 'Prenota' }).click()
      await expectVisible(page.getByText('Devi accettare la Privacy Policy.'))
    },
  ],
  'a link whose hour is taken and no longer held': [
    (business) =>
      `/client_service/${business.serviceId}/booking?giorno=${business.today}&ora=12:30&da=assistente.${'A'.repeat(22)}`,
    async (page) => {
      await expectVisible(page.getByText('L’orario non è più riservato'))
      await expectVisible(page.getByText('12:30 non più disponibile').first())
    },
  ],
  'the thank-you page without a booking': [
    () => '/thank_you',
    async (page) => {
      await expectVisible(page.getByText(/sono nell’email di conferma/))
      await expectVisible(page.getByRole('link', { name: 'Torna alla home' }))
      await expectHidden(page.getByText('Aggiungi al calendario'))
    },
  ],
  'the cancellation': [(_business, visit) => `/bookings/delete/${visit}`],
  'a visit': [(_business, visit) => `/bookings/${visit}`],
  'a visit that is being rescheduled': [(business, visit) => `/bookings/${visit}?giorno=${business.day(2)}&ora=14:00`],
  'the log-in with its errors': [
    () => '/login',
    async (page) => {
      await page.getByRole('button', { name: 'Accedi' }).click()
      await expectVisible(page.getByText('La password è obbligatoria.'))
    },
  ],
}

/** One page for all tests, and one business with a visit for all states. */
const test = base
  .extend('business', { scope: 'file' }, async ({ businesses }) => {
    const business = await businesses.open({
      services: [
        { ...LONG, allow_patient_notes: true },
        { name: 'Piega', position: 2 },
      ],
      configuration: { phone: '051 000 0199', address: 'Via Roma 1, Bologna', email: 'ciao@aurora.example' },
    })
    return business
  })
  .extend('visit', { scope: 'file' }, async ({ business }) => {
    const { hidden_id } = await business.book({ visit_day: business.day(2), visit_hour: '09:00:00' })
    return hidden_id
  })
  .extend('visits', { scope: 'file' }, ({ browser }, { onCleanup }) => {
    const visits = openPages(browser)
    onCleanup(visits.close)
    return visits
  })
  .extend('page', { scope: 'file' }, ({ visits }) => visits.open('about:blank'))

test.afterEach(({ visits, task }) => visits.check(task))

/** Runs in the page. A toast stays while it has the focus. */
function focusNextToast() {
  const focusClose = () => document.querySelector<HTMLElement>('[aria-label="Chiudi l’avviso"]')?.focus()
  new MutationObserver(focusClose).observe(document.body, { childList: true, subtree: true })
}

test.for(Object.keys(STATES))(
  '%s is accessible and fits the window',
  { tags: ['2.6', '4.38', '13.11', '13.49', '13.80'] },
  async (name, { page, business, visit }) => {
    const [address, enter] = STATES[name]!
    await page.setViewportSize({ width: 320, height: 740 })
    await page.goto(new URL(address(business, visit), business.at('/')).href)
    await waitForHydration(page)
    await enter?.(page)
    for (const width of [320, DESKTOP, PHONE]) {
      await page.setViewportSize({ width, height: 740 })
      await expectFitsWidth(page)
    }
    await expectAccessible(page)
  },
)

const WORD = 'Straordinariamente'.repeat(7).slice(0, 120)
const FRAMES =
  'header, footer, footer dd, nav, main section, article, article *, aside, form, h1, h1 ~ *, [class*=page]'

test('words of 120 letters stay within their boxes in every text of a business or a visitor', {
  tags: ['13.46'],
}, async ({ page, newBusiness }) => {
  const business = await newBusiness({
    services: [
      { name: `${WORD} 1`.slice(0, 120), description: WORD, amount: '12345678.90', allow_patient_notes: true },
      { name: 'Piega', position: 2 },
    ],
    configuration: {
      app_name: WORD.slice(0, 100),
      welcome_text: WORD,
      contact_text: WORD,
      address: WORD,
      email: `${WORD.slice(0, 60)}@${WORD.slice(0, 50)}.example`,
      phone: '1'.repeat(40),
      piva: '1'.repeat(20),
    },
  })
  await business.newOtherCalendar({ name: WORD.slice(0, 100) })
  const text = `# ${WORD}\n\n${WORD}\n\n- ${WORD}`
  await business.api(
    'PUT',
    '/configs/privacy',
    { text, version: 0 },
    { authorization: `Bearer ${await business.token()}` },
  )
  const { hidden_id } = await business.book({ visit_day: business.day(1), visit_hour: '10:00:00' })
  for (const address of [
    '/',
    `/client_service/${business.serviceId}/booking`,
    `/bookings/delete/${hidden_id}`,
    `/bookings/${hidden_id}`,
    `/bookings/${hidden_id}?giorno=${business.day(1)}&ora=12:00`,
    '/privacy',
    '/login',
  ]) {
    await page.goto(business.at(address))
    if (address.endsWith('/booking')) {
      await page.getByRole('radio', { name: WORD.slice(0, 100) }).click()
      await page.getByRole('button', { name: '10:00' }).click()
    }
    for (const width of [320, 768, 1920]) {
      await page.setViewportSize({ width, height: 740 })
      await expectFitsWidth(page)
      const outside = await page.locator(FRAMES).evaluateAll((frames) =>
        frames
          .filter((frame) => !frame.closest('svg') && getComputedStyle(frame).display !== 'inline')
          .filter((frame) => frame.scrollWidth > frame.clientWidth + 1 && frame.clientWidth > 1)
          .map((frame) => `${frame.tagName} ${frame.className} ${frame.scrollWidth} > ${frame.clientWidth}`),
      )
      expect(outside, `${address} at ${width} px`).toEqual([])
    }
  }
})

// The function that chooses the colour of a text is tested with every colour.
test.for([
  ['#fde047', PHONE],
  ['#808080', DESKTOP],
] as const)(
  'text is readable with the colour %s',
  { tags: ['4.38', '13.17'] },
  async ([color, width], { page, newBusiness }) => {
    const business = await newBusiness({
      configuration: { app_primary_color: color, app_primary_text_color: '#ffffff' },
    })
    await page.setViewportSize({ width, height: 740 })
    await page.goto(business.at('/'))
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Prenota ora' }).click()
    await page.getByRole('button', { name: '10:00' }).click()
    await expectAccessible(page)
    const slot = page.getByRole('button', { name: '10:00' })
    expect(await slot.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(await toRgb(page, color))
    // The focus ring has enough contrast with every colour.
    const ring = await slot.evaluate((button) => /rgb\(.+?\) 0px 0px 0px 4px/.test(getComputedStyle(button).boxShadow))
    expect(ring).toBe(true)
  },
)

/** '#fde047' → 'rgb(253, 224, 71)' */
const toRgb = (page: Page, color: string) =>
  page.evaluate((color) => {
    const probe = new Option().style
    probe.color = color
    return probe.color
  }, color)

test('home page, service list and service cause no layout shift while they load', async ({ open, newBusiness }) => {
  const business = await newBusiness({ services: [LONG, { name: 'Piega', position: 2 }] })
  const page = await open('about:blank', { width: 360, motion: true })
  await page.addInitScript(() => {
    const shifts = globalThis as unknown as { shifted: number }
    shifts.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

  for (const address of [demo('/'), demo('/client_service'), business.bookingPage()])
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 })
      await page.goto(address, { waitUntil: 'networkidle' })
      const shifted = await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)
      expect(shifted, `${address} at ${width} px`).toBeLessThan(0.02)
    }
})

test('chosen and free days differ in forced colours, and the focused day stays in view', { tags: ['13.165'] }, async ({
  page,
  newBusiness,
}) => {
  const business = await newBusiness()
  const anna = await business.newOtherCalendar({ name: 'Anna' })
  await business.newDayOff({ day_from: business.day(1), hour_from: '00:00', day_to: business.day(1), hour_to: '23:59' })
  await business.newDayOff({
    calendar_id: anna,
    day_from: business.day(1),
    hour_from: '00:00',
    day_to: business.day(1),
    hour_to: '23:59',
  })
  await page.setViewportSize({ width: 320, height: 740 })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(business.bookingPage())
  await waitForHydration(page)
  await page.getByRole('radio', { name: 'Anna' }).click()
  await page.getByRole('button', { name: '10:00' }).click()
  const background = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor)
  const chosen = await Promise.all(
    [
      page.getByRole('radio', { name: 'Anna' }),
      page.getByRole('button', { name: formatDate(business.today) }),
      page.getByRole('button', { name: '10:00' }),
    ].map(background),
  )
  expect(new Set(chosen).size).toBe(1)
  for (const other of [
    page.getByRole('radio', { name: 'Chiunque' }),
    page.getByRole('button', { name: formatDate(business.day(2)) }),
    page.getByRole('button', { name: '11:00' }),
  ])
    expect(await background(other)).not.toBe(chosen[0])

  // The height of a window at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 200 })
  await page.getByRole('button', { name: 'Mese' }).click()
  const month = page.getByRole('dialog')
  const dot = (day: PlainDate) => background(month.locator(`[value="${day}"] > :last-child`))
  expect(await dot(business.day(2))).not.toBe(await dot(business.day(1)))
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp']) {
    await page.keyboard.press(key)
    const isInView = await month.evaluate((dialog) => {
      const [day, box] = [document.activeElement!.getBoundingClientRect(), dialog.getBoundingClientRect()]
      return day.top >= box.top && day.bottom <= box.bottom
    })
    expect(isInView, key).toBe(true)
  }
  await page.emulateMedia({ forcedColors: null })
})

test('nothing is animated with reduced motion', async ({ page, business }) => {
  await page.goto(business.bookingPage())
  await waitForHydration(page)
  await page.getByRole('button', { name: '10:00' }).click()
  await page.getByRole('button', { name: 'Prenota' }).hover()

  const animated = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
      const lasts = (durations: string) => durations.split(',').some((duration) => Number.parseFloat(duration) > 0.001)
      const isAnimated = lasts(transitionDuration) || (animationName !== 'none' && lasts(animationDuration))
      return isAnimated ? [`${element.tagName} ${element.className}`] : []
    }),
  )
  expect(animated).toEqual([])
})
