import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import { expectFitsWidth, expectHidden, expectMessage, expectVisible } from '../../support/expectations.ts'
import { openScreen } from '../../support/menu.ts'
import { LOGO } from '../../support/onboarding.ts'
import { PHONE, test } from '../../support/test.ts'

test('an admin changes the site, and back office and site show it', {
  tags: ['2.90', '8.22', '13.63', '13.79', '13.83'],
}, async ({ openAdmin, open, newBusiness }) => {
  const business = await newBusiness({
    configuration: {
      app_name: 'Salone Aurora',
      piva: '01234567897',
      email: 'ciao@aurora.example',
      contact_text: 'Ciao',
    },
  })
  const page = await openAdmin(business, '/setting?sezione=sito', { width: PHONE })
  const form = page.getByRole('form', { name: 'Sito' })
  const menu = page.getByRole('navigation', { name: 'Sezioni delle impostazioni' })
  const openSection = async (name: string) => {
    await menu.getByRole('button', { name: /^Sezione:/ }).click()
    await menu.getByRole('link', { name: new RegExp(`^${name}`) }).click()
  }
  const saved = async (section: Locator) => {
    await section.getByRole('button', { name: 'Salva' }).click()
    await expectMessage(page, 'Configurazioni salvate con successo')
  }
  await page.getByRole('button', { name: 'Mostra l’anteprima' }).click()
  const preview = page.frameLocator('iframe')
  await expectVisible(preview.getByText('Taglio'))
  expect(await form.getByLabel('Partita IVA').inputValue()).toBe('01234567897')

  await form.getByLabel('Nome dell’attività').fill('Salone Alba')
  await form.getByLabel(/^Logo/).setInputFiles(LOGO)
  const [color, swatch] = [
    form.getByLabel('Colore principale', { exact: true }),
    form.getByLabel(/^Colore principale:/),
  ]
  await swatch.fill('#00ff00')
  expect(await color.inputValue()).toBe('#00ff00')
  await color.fill('#7c3aed')
  expect(await swatch.inputValue()).toBe('#7c3aed')
  await form.getByLabel(/^Facebook/).fill('facebook.example/alba')
  await form.getByLabel(/^WhatsApp/).fill('+39 333 000-0199')
  await expectVisible(preview.locator('h1', { hasText: 'Salone Alba' }))
  const visitor = await open(business.at('/'))
  await expectVisible(visitor.getByRole('heading', { level: 1, name: 'Salone Aurora' }))
  await form.getByRole('button', { name: 'Salva' }).click()

  await expectMessage(page, 'Configurazioni salvate con successo')
  await expect.poll(() => page.title()).toBe('Impostazioni · Salone Alba')
  const logo = page.getByRole('img', { name: 'Salone Alba' }).filter({ visible: true })
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600)
  const button = form.getByRole('button', { name: 'Salva' })
  expect(await button.evaluate((element) => getComputedStyle(element).borderColor)).toBe('rgb(124, 58, 237)')
  await visitor.reload()
  await expectVisible(visitor.getByRole('heading', { level: 1, name: 'Salone Alba' }))
  const footer = visitor.getByRole('contentinfo')
  const address = (name: string) => footer.getByRole('link', { name }).getAttribute('href')
  expect(await address('Facebook')).toBe('https://facebook.example/alba')
  expect(await address('+39 333 000-0199')).toBe('https://wa.me/393330000199')

  await openSection('Regole di prenotazione')
  const rules = page.getByRole('form', { name: 'Regole di prenotazione' })
  for (const name of ['Preavviso minimo', 'Limite per cliente', 'Tempo per spostare o disdire'])
    await rules.getByRole('switch', { name }).check()
  await rules.getByLabel('Ore prima dell’orario').fill('5')
  await rules.getByLabel('Prenotazioni future per cliente, al massimo').fill('4')
  await saved(rules)
  await openSection('Nel tuo sito')
  const embedding = page.getByRole('form', { name: 'Nel tuo sito' })
  expect(await embedding.getByLabel(/^Codice/).count()).toBe(0)
  await embedding.getByLabel(/^Siti in cui/).fill('www.Alba.example/chi-siamo')
  const line = `<script src="${business.at('/embed.js')}" async></script>`
  expect(await embedding.getByLabel(/^Codice/).inputValue()).toBe(line)
  await saved(embedding)
  expect((await business.api('GET', '/client/configs')).body).toMatchObject({
    app_booking_hours_notice: 5,
    app_embed_origins: 'https://www.alba.example',
    app_change_hours_notice: 24,
    app_booking_max_months: 0,
    app_customer_max_bookings: 4,
    welcome_text: 'Un’ora per te.',
  })
})

test('the preview has every style of the page, also where a clone loses its nonce; logo and cover are chosen and removed', {
  tags: ['2.89', '13.26', '13.71'],
}, async ({ openAdmin, newBusiness }) => {
  const savedValues = { piva: '01234567897', email: 'ciao@aurora.example', contact_text: 'Ciao' }
  const business = await newBusiness({ configuration: savedValues })
  const page = await openAdmin(business, '/day_off')
  // Firefox drops the nonce of a cloned style; the policy then blocks the clone, which fails this test.
  await page.evaluate(() => {
    const { cloneNode } = Node.prototype
    Node.prototype.cloneNode = function (deep) {
      const copy = cloneNode.call(this, deep)
      if (copy instanceof HTMLElement) copy.nonce = ''
      return copy
    }
  })
  await page.getByRole('button', { name: 'Nuova chiusura' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova chiusura' })
  await expectVisible(panel.getByRole('group', { name: 'Data inizio' }))
  await page.keyboard.press('Escape')
  await expectHidden(panel)
  await openScreen(page, 'Impostazioni')
  await page.getByRole('link', { name: 'Sito', exact: true }).click()
  const styles = page.frameLocator('iframe').locator('style')
  await expect.poll(() => styles.count()).toBeGreaterThan(1)
  for (const style of await styles.all())
    expect(await style.evaluate((element: HTMLStyleElement) => element.sheet!.cssRules.length)).toBeGreaterThan(0)

  const form = page.getByRole('form', { name: 'Sito' })
  const logo = page.frameLocator('iframe').locator('header img')
  const saveAndRead = async () => {
    await form.getByRole('button', { name: 'Salva' }).click()
    await expectMessage(page, 'Configurazioni salvate con successo')
    const { app_logo, app_cover } = (await business.api('GET', '/client/configs')).body
    return { app_logo, app_cover }
  }
  const cover = page.frameLocator('iframe').locator('section img')
  const empty = form.getByText('Scegli un file...')
  await expectVisible(empty.first())
  await expectVisible(form.getByText('Sfoglia').first())
  const before = await empty.count()
  await form.getByLabel(/^Logo/).setInputFiles(LOGO)
  await expectVisible(logo)
  await expectVisible(form.getByText('logo.png'))
  await expect.poll(() => empty.count()).toBe(before - 1)
  await form.getByRole('button', { name: 'Togli il logo' }).click()
  await expectHidden(logo)
  await form.getByLabel(/^Logo/).setInputFiles(LOGO)
  await form.getByLabel(/^Immagine di copertina/).setInputFiles(LOGO)
  await expectVisible(cover)
  expect(await saveAndRead()).toEqual({
    app_logo: expect.stringMatching(/^\/api\/client\/logos\//),
    app_cover: expect.stringMatching(/^\/api\/client\/pictures\//),
  })
  const readHomePage = () => page.evaluate(async () => (await fetch('/', { cache: 'reload' })).text())
  expect(await readHomePage()).toMatch(/<section.+<img[^>]+\/api\/client\/pictures\//s)

  await page.reload()
  await expectVisible(page.getByRole('img', { name: 'Il logo attuale' }))
  await form.getByRole('button', { name: 'Togli il logo' }).click()
  await form.getByRole('button', { name: 'Togli l’immagine' }).click()
  await expectHidden(cover)
  expect(await saveAndRead()).toEqual({ app_logo: '', app_cover: '' })
  const homePage = await readHomePage()
  expect(homePage).not.toContain('/api/client/pictures/')
  expect(homePage).toMatch(/<header.+>Salone Aurora<.+<\/header>/s)
})

const readBrand = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim())

test('the back office is readable with a pale, a middle and a dark colour of the business', {
  tags: ['9.26'],
}, async ({ openAdmin, newBusiness }) => {
  // Medium grey has the least contrast with both black and white.
  const [grey, ...others] = ['#808080', '#fff8c5', '#0a0a0a'].map((color) => ({
    app_primary_color: color,
    app_primary_text_color: color,
  }))
  const business = await newBusiness({ configuration: grey! })
  await business.insertBooking({ visit_day: business.today, visit_hour: '09:00' })
  const page = await openAdmin(business, '/setting?sezione=sito')
  await expectVisible(page.getByRole('form', { name: 'Sito' }))
  await expectAccessible(page)
  await openScreen(page, 'Dashboard')
  await expectVisible(page.getByText('Cliente:').first())
  await expectAccessible(page)
  for (const colors of others) {
    await business.api('PUT', '/configs/update', colors, { authorization: `Bearer ${await business.token()}` })
    await expect.poll(() => readBrand(page)).toBe(colors.app_primary_color)
    await expectVisible(page.getByText('Cliente:').first())
    await expectAccessible(page)
  }
})

test('an admin writes the privacy text, whose draft is offered again, and a concurrent change is not overwritten unseen', {
  tags: ['13.51', '13.157'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/setting?sezione=privacy', { width: PHONE, allowedErrors: /409|ApiError/ })
  const form = page.getByRole('form', { name: 'Privacy' })
  const save = form.getByRole('button', { name: 'Salva' })
  const text = form.getByLabel('Informativa sulla privacy')
  await expect.poll(() => text.inputValue()).toContain('{nome} è titolare del trattamento')
  await expectAccessible(page)

  await text.fill('# Noi di {campo}')
  await expectVisible(form.getByText('{campo}: non è tra i dati', { exact: false }))
  await expectAccessible(page)
  await text.fill('# Noi di {nome}')
  await expectHidden(form.getByText('non è tra i dati', { exact: false }))
  const draft = form.getByRole('button', { name: 'Riprendi la bozza' })
  await page.reload()
  await draft.click()
  expect(await text.inputValue()).toBe('# Noi di {nome}')
  await save.press('Enter')
  await expectMessage(page, 'Configurazioni salvate con successo')
  const published = await page.evaluate(async () => (await fetch('/privacy')).text())
  expect(published).toMatch(/<h2[^>]*>Noi di Salone Aurora<.+Versione 1, in vigore da/s)

  const headers = { authorization: `Bearer ${await business.token()}` }
  await business.api('PUT', '/configs/privacy', { text: 'Parole di un’altra.', version: 1 }, headers)
  await text.fill('Parole mie.')
  await save.press('Enter')
  const choice = form.getByRole('region', { name: 'Nel frattempo qualcun altro ha modificato questi dati' })
  await expectVisible(choice.getByText('Parole di un’altra.'))
  await expectFitsWidth(page)
  await expectAccessible(page)
  expect(await text.inputValue()).toBe('Parole mie.')
  await choice.getByRole('button', { name: 'Tieni i miei dati' }).press('Enter')
  await expectHidden(choice)
  await save.press('Enter')
  await expect
    .poll(async () => (await business.api('GET', '/configs/privacy', undefined, headers)).body)
    .toEqual({ version: 3, text: 'Parole mie.' })
})
