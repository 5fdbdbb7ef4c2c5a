import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { fitsWidth, focused, gone, seen, told } from '../support/look.ts'
import { LOGO } from '../support/onboarding.ts'
import { test, WIDTHS } from '../support/test.ts'

test.for(WIDTHS)(
  'an admin changes the site, and back office and site follow, %i px wide',
  async (width, { enter, open, newShop }) => {
    const shop = await newShop({
      configuration: {
        app_name: 'Salone Aurora',
        piva: '01234567897',
        email: 'ciao@aurora.example',
        contact_text: 'Ciao',
      },
    })
    const page = await enter(shop, '/setting', { width })
    const form = page.getByRole('form', { name: 'Sito' })
    if (width === 360) await page.getByRole('button', { name: 'Mostra l’anteprima' }).click()
    const preview = page.frameLocator('iframe')
    await seen(preview.getByText('Taglio'))
    expect(await form.getByLabel('Partita IVA').inputValue()).toBe('01234567897')

    await form.getByLabel('Nome dell’attività').fill('Salone Alba')
    await form.getByLabel(/^Logo/).setInputFiles(LOGO)
    await form.getByLabel('Colore principale', { exact: true }).fill('#7c3aed')
    await form.getByLabel(/^Facebook/).fill('facebook.example/alba')
    await form.getByLabel(/^WhatsApp/).fill('+39 333 000-0199')
    await form.getByLabel(/^Preavviso/).fill('5')
    await seen(preview.locator('h1', { hasText: 'Salone Alba' }))
    const visitor = await open(shop.at('/'))
    await seen(visitor.getByRole('heading', { level: 1, name: 'Salone Aurora' }))
    await form.getByRole('button', { name: 'Salva' }).click()

    await told(page, 'Configurazioni salvate con successo')
    await expect.poll(() => page.title()).toBe('Impostazioni · Salone Alba')
    const logo = page.getByRole('img', { name: 'Salone Alba' }).filter({ visible: true })
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600)
    const button = form.getByRole('button', { name: 'Salva' })
    expect(await button.evaluate((element) => getComputedStyle(element).borderColor)).toBe('rgb(124, 58, 237)')
    await visitor.reload()
    await seen(visitor.getByRole('heading', { level: 1, name: 'Salone Alba' }))
    const footer = visitor.getByRole('contentinfo')
    const address = (name: string) => footer.getByRole('link', { name }).getAttribute('href')
    expect(await address('Facebook')).toBe('https://facebook.example/alba')
    expect(await address('+39 333 000-0199')).toBe('https://wa.me/393330000199')
    expect((await shop.api('GET', '/client/configs')).body).toMatchObject({
      app_booking_hours_notice: 5,
      app_booking_max_months: 0,
      welcome_text: 'Un’ora per te.',
    })
  },
)

test('what is wrong with the site is told at its field, and nothing is saved', async ({ enter, newShop }) => {
  const shop = await newShop({ configuration: { piva: '', contact_text: 'Ciao', email: 'ciao@aurora.example' } })
  const page = await enter(shop, '/setting', { tolerates: /Failed to load|ApiError/ })
  const form = page.getByRole('form', { name: 'Sito' })
  await form.getByLabel('Email').fill('ciao@')
  await form.getByLabel(/^Promemoria/).fill('-1')
  await form.getByRole('button', { name: 'Salva' }).click()
  await seen(form.getByText('Obbligatorio'))
  await seen(form.getByText('Email non valida'))
  await seen(form.getByText('Non può essere negativo.'))
  await focused(form.getByLabel('Partita IVA'))

  await form.getByLabel('Partita IVA').fill('01234567897')
  await form.getByLabel('Email').fill('ciao@aurora.example')
  await form.getByLabel(/^Promemoria/).fill('0')
  await form
    .getByLabel(/^Logo/)
    .setInputFiles({ name: 'logo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await seen(form.getByText(/^Formato non supportato/))
  await page.route('**/api/configs/update', (route) => route.fulfill({ status: 500, json: { detail: 'Non ora.' } }))
  await form.getByRole('button', { name: 'Salva' }).click()
  await told(page, 'Non ora.')
  expect((await shop.api('GET', '/client/configs')).body).toMatchObject({ piva: '' })
})

test('only an admin finds the site among the settings', async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/setting', { role: 'editor' })
  await seen(page.getByRole('heading', { name: 'Modifica password' }))
  await gone(page.getByRole('heading', { name: 'Sito' }))
})

test.for([
  ['a pale yellow', '#fff8c5'],
  ['a middle grey', '#808080'],
  ['near black', '#0a0a0a'],
])('%s as the colour of the business is readable everywhere', async ([, color], { open, enter, newShop }) => {
  const shop = await newShop({
    configuration: { app_primary_color: color, app_primary_text_color: color, phone: '051 000 0199' },
  })
  for (const path of ['/', '/client_service', `/client_service/${shop.serviceId}/booking`, '/login']) {
    const page = await open(shop.at(path))
    await seen(page.getByRole('heading').first())
    if (path.endsWith('booking')) await page.getByRole('button', { name: '10:00' }).click()
    await expectAccessible(page)
  }
  await shop.insertBooking({ visit_day: shop.today, visit_hour: '09:00' })
  for (const path of ['/dashboard', '/setting']) {
    const page = await enter(shop, path)
    if (path === '/dashboard') await seen(page.getByText('Cliente:').first())
    await fitsWidth(page)
    await expectAccessible(page)
  }
})
