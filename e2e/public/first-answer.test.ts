import { formatDay } from '@prenoto/core/time/format.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectVisible } from '../support/expectations.ts'
import { test } from '../support/test.ts'

/** Pages as the server renders them, before any script runs. */

const SERVICE = { name: 'Taglio e piega', description: 'Con prodotti naturali.', amount: '30.00', duration: 240 }
const CONFIGURATION = {
  app_name: 'Salone Aurora',
  app_primary_color: '#1d4ed8',
  welcome_text: 'Un’ora tutta per te.',
  contact_text: 'Scrivici quando vuoi.',
  phone: '051 000 0199',
  email: 'ciao@aurora.example',
  address: 'Via Roma 1, Bologna',
  whatsapp: '+39 051 000-0199',
  piva: '01234567897',
  facebook: 'facebook.example/aurora',
}
const plan = { services: [SERVICE], configuration: CONFIGURATION }
const withoutScripts = { javaScript: false }

const structuredData = async (page: Page) =>
  JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)

const meta = (page: Page, property: string) =>
  page.locator(`meta[property="${property}"], meta[name="${property}"]`).getAttribute('content')

test('without JavaScript home page and service show the business, its services, contacts, slots and meta data', {
  tags: ['1.8', '1.9', '2.8', '2.33', '2.34', '2.35', '2.36', '2.38', '4.36'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness(plan)
  const page = await open(business.at('/'), withoutScripts)

  await expectVisible(page.getByRole('heading', { level: 1, name: 'Salone Aurora' }))
  await expectVisible(page.getByText('Un’ora tutta per te.'))
  await expectVisible(page.getByText('Scrivici quando vuoi.'))
  await expectVisible(page.getByRole('article', { name: 'Taglio e piega' }).getByText('30,00\u00a0€'))

  const footer = page.getByRole('contentinfo')
  const addresses = await footer
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual([
    'tel:+390510000199',
    'mailto:ciao@aurora.example',
    'https://www.google.com/maps/search/?api=1&query=Via%20Roma%201%2C%20Bologna',
    'https://wa.me/390510000199',
    'https://facebook.example/aurora',
    '/',
    '/',
    '/login',
  ])
  await expectVisible(footer.getByText(`© ${business.today.slice(0, 4)} Salone Aurora · P. IVA 01234567897`))

  expect(await page.title()).toBe('Salone Aurora')
  expect(await meta(page, 'description')).toBe('Un’ora tutta per te.')
  expect(await meta(page, 'og:title')).toBe('Salone Aurora')
  expect(await meta(page, 'og:site_name')).toBe('Salone Aurora')
  expect(await meta(page, 'og:url')).toBe(business.at('/'))
  expect(await meta(page, 'og:locale')).toBe('it_IT')
  expect(await page.locator('html').getAttribute('lang')).toBe('it')
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain(encodeURIComponent('#1d4ed8'))
  const button = page.getByRole('link', { name: 'Scopri i nostri servizi' })
  expect(await button.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe('rgb(29, 78, 216)')
  expect(await structuredData(page)).toMatchObject({
    '@type': 'LocalBusiness',
    name: 'Salone Aurora',
    telephone: '+390510000199',
    email: 'ciao@aurora.example',
    makesOffer: [{ price: '30.00', priceCurrency: 'EUR', itemOffered: { name: 'Taglio e piega' } }],
  })

  await page.goto(business.bookingPage())
  expect(await page.title()).toBe('Taglio e piega · Salone Aurora')
  expect(await meta(page, 'description')).toBe('Con prodotti naturali.')
  expect(await structuredData(page)).toMatchObject({ makesOffer: [{ url: business.bookingPage() }] })

  await expectVisible(page.getByRole('heading', { level: 1, name: 'Taglio e piega' }))
  await expectVisible(page.getByText('Con prodotti naturali.').first())
  await expectVisible(page.getByText('240 minuti', { exact: true }))
  await page.getByRole('button', { name: formatDay(business.day(3)) }).click()
  await expectVisible(page.getByRole('heading', { name: formatDay(business.day(3)) }))
  await expectVisible(page.getByRole('button', { name: '09:00' }))
  await expectVisible(page.getByRole('button', { name: '14:00' }))
  expect(await page.getByRole('region', { name: /Pranzo|Sera/ }).count()).toBe(0)
})

test('the footer omits missing data, a logo that loads shows in the header, as the icon and in shared links, and the staff link leads to the log-in after the session has ended', {
  tags: ['1.9', '2.32', '2.38', '13.47'],
}, async ({ open, newBusiness }) => {
  const app_logo = '/api/client/logos/AAAAAAAAAAAAAAAAAAAAAA.webp'
  const business = await newBusiness({ configuration: { app_name: 'Salone Aurora', app_logo } })
  const token = await business.token()
  const page = await open(business.at('/'), { token, allowedErrors: /404|401/ })
  const header = page.getByRole('banner')
  const footer = page.getByRole('contentinfo')
  const staff = footer.getByRole('link', { name: "Accedi all'area amministrativa" })
  await expectVisible(footer.getByText(/P\. IVA 0{10}$/))
  expect(await footer.getByRole('link').allInnerTexts()).toEqual([
    'Privacy Policy',
    'Termini e condizioni',
    "Accedi all'area amministrativa",
  ])

  await expectVisible(header.getByText('Salone Aurora', { exact: true }))
  expect(await header.getByRole('img').count()).toBe(0)
  await expect.poll(() => staff.getAttribute('href')).toBe('/dashboard')

  const logo = await page.evaluate(uploadLogo, token)
  await business.logOutEverywhere(business.admin.email)
  await page.reload()

  await expect.poll(() => staff.getAttribute('href')).toBe('/login')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  expect(new URL(page.url()).pathname).toBe('/')
  const picture = header.getByRole('img', { name: 'Salone Aurora' })
  await expectVisible(picture)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(120)
  expect(await header.getByRole('link').first().getAttribute('href')).toBe('/')
  expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toBe(business.at(logo))
  const icon = await page.locator('link[rel=icon]').getAttribute('href')
  expect(await page.evaluate(async (href) => (await fetch(href!)).headers.get('content-type'), icon)).toBe('image/png')
})

test('HTML in the texts of a business is escaped and never run', async ({ open, newBusiness }) => {
  const hostile = '</script><script>document.title = "mine"</script><img src=x onerror=alert(1)>'
  const business = await newBusiness({
    configuration: { app_name: hostile, welcome_text: hostile, facebook: 'javascript:alert(1)' },
    services: [{ name: hostile, description: hostile }],
  })
  const page = await open(business.at('/'))

  await expectVisible(page.getByRole('article').getByRole('heading', { name: hostile }))
  expect(await page.title()).toBe(hostile)
  expect(await page.getByRole('link', { name: 'Facebook' }).count()).toBe(0)
})

/** Runs in the page: draws a picture and uploads it as the logo. Returns its address. */
async function uploadLogo(token: string): Promise<string> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 40 })
  canvas.getContext('2d')!.fillRect(0, 0, 60, 40)
  const picture = await new Promise<Blob>((done) => canvas.toBlob((blob) => done(blob!)))
  const body = new FormData()
  body.set('logo', picture, 'logo.png')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch('/api/configs/upload-logo', { method: 'POST', headers, body })
  return (await answer.json()).photo_url
}
