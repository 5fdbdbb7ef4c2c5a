import { expect } from 'vitest'
import { expectHidden, expectVisible } from '../support/expectations.ts'
import { test } from '../support/test.ts'

const LINKS = [
  ['Torna nel tuo sito', '/'],
  ['Dashboard', '/dashboard'],
  ['Servizi', '/service'],
  ['Calendari', '/calendar'],
  ['Giorni di chiusura', '/day_off'],
  ['Clienti', '/customer'],
  ['Impostazioni', '/setting'],
]

test('the menu is beside the page, and on a phone slides over it; a page opens at the top, and after Back where it was', {
  tags: ['1.11', '2.41', '2.42', '2.44', '2.46', '9.27', '13.142'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness({ configuration: { app_logo: '/api/client/logos/nobody-ever-sent-this0.webp' } })
  await business.book({ visit_day: business.day(1), visit_hour: '10:00:00' })
  await expect.poll(() => business.countNotifications()).toBe(1)
  const page = await openAdmin(business, '/dashboard', { width: 1920, motion: true, allowedErrors: /404/ })
  const side = page.getByRole('complementary')
  const menu = page.getByRole('dialog', { name: 'Menu' })

  expect((await side.boundingBox())!.width).toBe(1920 / 8)
  expect(await page.getByRole('main').boundingBox()).toMatchObject({ x: 1920 / 8, width: (1920 / 8) * 7 })
  const links = await side.getByRole('link').all()
  expect(
    await Promise.all(links.map(async (link) => [await link.innerText(), await link.getAttribute('href')])),
  ).toEqual(LINKS)
  await expectVisible(side.getByRole('button', { name: 'Logout' }))
  await expectVisible(side.getByText('Versione 2.1.7'))
  const bell = side.getByRole('button', { name: /^Notifiche/ })
  await expect.poll(() => bell.textContent()).toContain('1 non lette')
  const [red, green, blue] = await bell
    .locator('svg + span')
    .evaluate((dot) => getComputedStyle(dot).backgroundColor.match(/\d+/g)!.map(Number))
  expect([red! > 150, green! < 80, blue! < 80]).toEqual([true, true, true])

  await page.setViewportSize({ width: 360, height: 740 })
  await expectHidden(side)
  const bar = page.getByRole('banner')
  expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(60)
  expect((await page.getByRole('main').boundingBox())!.width).toBe(360)
  const logo = bar.getByRole('img', { name: 'Salone Aurora' })
  await expect.poll(() => logo.getAttribute('src')).toMatch(/^data:image\/svg/)
  const slide = await page.evaluate(async () => {
    const dialog = document.querySelector('dialog[aria-labelledby="menu-title"]')!
    const run = new Promise((resolve) => dialog.addEventListener('transitionrun', resolve, { once: true }))
    document.querySelector<HTMLElement>('header [aria-label^="Apri il menu"]')!.click()
    await run
    const transitions = dialog
      .getAnimations()
      .filter((transition) => (transition as CSSTransition).transitionProperty === 'transform')
    return transitions.map(({ effect }) => [
      effect!.getTiming().duration,
      (effect as KeyframeEffect).getKeyframes()[0]!.transform,
    ])
  })
  expect(slide).toEqual([[300, expect.stringMatching(/^translateX?\(100%\)$/)]])
  await expect.poll(() => menu.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 })
  await expectVisible(menu.getByText('Versione 2.1.7'))
  await menu.getByRole('button', { name: 'Chiudi' }).click()
  await expectHidden(menu)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await bar.getByRole('button', { name: /^Apri il menu/ }).click()
  await expectVisible(menu)
  await page.setViewportSize({ width: 1280, height: 400 })
  const scrollTop = () => page.evaluate(() => scrollY)
  for (let i = 0; i < 4; i += 1) await page.getByRole('button', { name: 'Mese successivo' }).click()
  await page.evaluate(() => scrollTo(0, 180))
  await page.getByRole('complementary').getByRole('link', { name: 'Servizi' }).dispatchEvent('click')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Elenco servizi' }))
  expect(await scrollTop()).toBe(0)
  await page.goBack()
  await expectVisible(page.getByRole('button', { name: 'Mese successivo' }))
  await expect.poll(scrollTop).toBe(180)

  await page.reload()
  await expect.poll(scrollTop).toBe(180)
})
