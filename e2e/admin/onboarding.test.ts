import type { OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { expect } from 'vitest'
import { expectAccessible, expectGoodScreen } from '../support/axe.ts'
import type { Business } from '../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectVisible,
  tabTo,
  waitForPath,
} from '../support/expectations.ts'
import { DRAFT, fill, findCompleted, findDay, forward, STEPS, type Step, save } from '../support/onboarding.ts'
import { DESKTOP, PHONE, test } from '../support/test.ts'
import { findField, firstPart } from '../support/typing.ts'

const brandNew = { isNew: true }

/** The widths at which a completed step is checked; elsewhere a narrow one suffices, since its fields are in one column. */
const WIDTHS_OF_STEPS: Partial<Record<Step, number[]>> = {
  'Dati Base': [320, DESKTOP],
  Aspetto: [320, DESKTOP],
  Orari: [320, DESKTOP],
  Servizio: [320, DESKTOP],
}

async function savedRecords(business: Business) {
  const authorization = { authorization: `Bearer ${await business.token()}` }
  const read = async (path: string) => (await business.api('GET', path, undefined, authorization)).body
  return {
    configuration: await read('/client/configs'),
    calendars: (await read('/calendars')).calendars,
    services: (await read('/services')).services,
  }
}

test('an admin completes the six steps beside a live, inert preview, a logo survives Back and a reload, and the site shows it all', {
  tags: ['1.6', '2.40', '2.44', '2.92', '4.20', '13.18', '13.19', '13.176'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness(brandNew)
  const page = await openAdmin(business, '/onboarding')
  const show = (width: number) => page.setViewportSize({ width, height: 740 })
  const site = page.frameLocator('iframe')
  const color = () =>
    site.getByText('Scopri i nostri servizi').evaluate((link) => getComputedStyle(link).backgroundColor)
  const expectStep = (step: Step) => expectFocused(page.getByRole('heading', { level: 2, name: step }))
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('banner').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('main').evaluate((main) => innerWidth - main.clientWidth)).toBe(0)
  await page.getByLabel('Nome dell’attività').press('End')
  await page.keyboard.type(' 2')
  await expectVisible(site.locator('h1', { hasText: 'Salone Aurora 2' }))
  expect(await color()).toBe('rgb(251, 146, 60)')

  for (const [i, step] of STEPS.entries()) {
    expect(await page.getByRole('listitem').filter({ hasText: step }).getAttribute('aria-current')).toBe('step')
    expect(await page.getByRole('button', { name: 'Indietro' }).count()).toBe(i === 0 ? 0 : 1)
    await show(PHONE)
    if (i === 0) await page.getByRole('button', { name: 'Mostra l’anteprima' }).click()
    // The suggested values are valid.
    if (step === 'Aspetto') await page.getByLabel('Testo di benvenuto').fill('')
    if (step === 'Prenotazioni') await page.getByLabel(/^Promemoria/).fill('')
    await page.getByRole('button', { name: step === 'Servizio' ? 'Salva' : 'Avanti' }).click()
    await expectAccessible(page)
    await expectFitsWidth(page)
    await fill(page, step)
    for (const width of WIDTHS_OF_STEPS[step] ?? [320]) {
      await show(width)
      await expectFitsWidth(page)
    }
    if (step === 'Dati Base') {
      await expectVisible(site.getByRole('contentinfo').getByText('051 000 0199'))
      await expect
        .poll(() => site.locator('footer').evaluate((footer) => footer.getBoundingClientRect().top < innerHeight))
        .toBe(true)
    }
    if (step === 'Aspetto') {
      await expect.poll(color).toBe('rgb(124, 58, 237)')
      await expect
        .poll(() => site.locator('header img').evaluate((logo: HTMLImageElement) => logo.naturalWidth))
        .toBe(600)
      await expectVisible(site.getByText('Tagli e colore'))
      await page.getByLabel('Colore principale', { exact: true }).fill('#7c3a')
      expect(await color()).not.toBe('rgba(0, 0, 0, 0)')
      await page.getByLabel('Colore principale', { exact: true }).fill('#7c3aed')

      const frame = (await page.locator('iframe').boundingBox())!
      await page.mouse.click(frame.x + 60, frame.y + 20)
      await page.getByRole('button', { name: 'Avanti' }).focus()
      for (let pressed = 0; pressed < 3; pressed += 1) {
        await page.keyboard.press('Tab')
        expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME')
      }
      expect(new URL(page.url()).pathname).toBe('/onboarding')

      await forward(page)
      await expectStep('Prenotazioni')
      await page.goBack()
      await expectStep('Aspetto')
      await page.reload()
      await expectVisible(page.getByRole('img', { name: 'Il logo scelto' }))
    }
    if (i < STEPS.length - 1) await forward(page)
  }
  const card = site.locator('article')
  await expectVisible(card.getByText('Taglio'))
  await expectVisible(card.getByText('35,50\u00a0€'))
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await save(page)

  await expectFocused(findCompleted(page))
  expect(calls.filter((call) => /^P.* \/api/.test(call))).toEqual([
    'POST /api/configs/upload-logo',
    'PUT /api/configs/update',
    'POST /api/calendars',
    'POST /api/services',
  ])
  expect(await page.getByRole('link', { name: 'Vai al pannello di amministrazione' }).getAttribute('href')).toBe(
    '/dashboard',
  )
  expect(await page.getByLabel('Link del tuo sito').inputValue()).toBe(business.at(''))
  await expectVisible(page.getByRole('img', { name: `Codice QR di ${business.at('')}` }))
  expect(await page.getByRole('link', { name: 'Prova a prenotare' }).getAttribute('href')).toBe('/client_service')
  await expectGoodScreen(page)
  await page.emulateMedia({ media: 'print' })
  await expectVisible(page.getByText('Prenota online: inquadra il codice'))
  await expectHidden(findCompleted(page))
  await page.emulateMedia({ media: 'screen' })
  const { configuration, calendars, services } = await savedRecords(business)
  expect(configuration).toMatchObject({
    app_name: 'Salone Aurora',
    app_primary_color: '#7c3aed',
    app_day_reminder: 1,
    app_booking_max_months: 2,
    app_booking_hours_notice: 3,
    app_simultaneous_bookings_enabled: true,
    app_logo: expect.stringMatching(/^\/api\/client\/logos\//),
  })
  expect(calendars).toMatchObject([
    {
      name: 'Sala',
      description: 'La sala grande',
      from: '01-01-2026',
      to: '',
      simultaneous_bookings_number: 2,
      monday_morning_from: '08:00',
      monday_morning_to: '12:00',
      saturday_afternoon_from: '14:00',
      saturday_afternoon_to: '18:00',
      sunday_morning_from: '08:00',
      sunday_afternoon_from: '',
    },
  ])
  expect(services).toMatchObject([
    { name: 'Taglio', duration: 45, amount: '35.50', color: '#000', calendar_id: calendars[0].id },
  ])

  await page.getByRole('link', { name: 'Visita il tuo nuovo sito' }).click()
  await waitForPath(page, '/')
  const header = page.getByRole('banner')
  const logo = header.getByRole('img', { name: 'Salone Aurora' })
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600)
  expect(await page.title()).toBe('Salone Aurora')
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^\/api\/client\/icons\/.+\.png$/)
  await expectVisible(page.getByText('Tagli e colore'))
  await expectVisible(page.getByRole('article', { name: 'Taglio' }).getByText('35,50\u00a0€'))
  const button = page.getByRole('link', { name: 'Scopri i nostri servizi' })
  expect(await button.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe('rgb(124, 58, 237)')
})

/** The sessionStorage of a tab in which an owner has filled in the first three steps. */
const HALF_WAY = {
  onboarding_draft: JSON.stringify({
    step: STEPS.indexOf('Calendario'),
    values: {
      ...DRAFT,
      calendar: { name: '', description: '', from: '', to: '', simultaneous_bookings_number: 1 },
      opening_times: [],
      service: { name: '', duration: 0, amount: '0.00', discounted_amount: '0.00', description: '' },
    } satisfies OnboardingForm,
  }),
}

test('the last three steps and the end work with the keyboard alone', { tags: ['2.92'] }, async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness(brandNew)
  const page = await openAdmin(business, '/onboarding', { stored: HALF_WAY })
  const { keyboard } = page
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByRole('form').getByLabel(label))
    await keyboard.insertText(text)
  }
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Calendario' }))
  await type('Nome', 'Sala')
  await type('Descrizione', 'Grande')
  await tabTo(page, firstPart(findField(page, 'Data inizio')))
  await keyboard.type('01012026')
  await tabTo(page, page.getByRole('button', { name: 'Avanti' }))
  await keyboard.press('Enter')
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Orari' }))
  await tabTo(page, findDay(page, 'Lunedì').getByLabel('Chiuso'))
  await keyboard.press('ArrowRight')
  await tabTo(page, findDay(page, 'Lunedì').getByRole('button', { name: /^Copia/ }))
  await keyboard.press('Enter')
  await tabTo(page, findDay(page, 'Lunedì').getByLabel('Continuato'), 'Shift+Tab')
  await keyboard.press('Enter')
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Servizio' }))
  await type('Nome', 'Taglio')
  await type('Durata (min)', '30')
  await tabTo(page, page.getByLabel('Prezzo (€)'))
  await keyboard.press('Control+A')
  await keyboard.type('20')
  await keyboard.press('Enter')
  await expectFocused(findCompleted(page))
  const { calendars, services } = await savedRecords(business)
  expect(calendars).toMatchObject([{ from: '01-01-2026', sunday_morning_to: '12:00', sunday_afternoon_to: '' }])
  expect(services).toMatchObject([{ duration: 30, amount: '20.00' }])
})
