import { randomBytes } from 'node:crypto'
import { startDnsServer } from '@prenoto/test-support/dns/dns-server.ts'
import { afterAll, expect, inject } from 'vitest'
import { expectGoodScreen } from '../../support/axe.ts'
import { expectFocused, expectHidden, expectMessage, expectVisible, pressEnter } from '../../support/expectations.ts'
import { PHONE, test } from '../../support/test.ts'

const SETTINGS = '/setting?sezione=dominio'

const dns = await startDnsServer(inject('site').dnsPort)
afterAll(dns.close)

test('an administrator connects a domain with the keyboard, makes it the main one and goes back', async ({
  openAdmin,
  newBusiness,
}) => {
  const domain = `www.salone-${randomBytes(3).toString('hex')}.it`
  const page = await openAdmin(await newBusiness(), SETTINGS, { width: PHONE, allowedErrors: /4\d\d|ApiError/ })
  const rows = page.getByRole('list', { name: 'I tuoi domini' }).locator(':scope > li')
  const row = rows.filter({ hasText: domain })
  const dialog = page.getByRole('dialog')
  const field = page.getByLabel('Aggiungi un dominio tuo')
  await expectVisible(rows.first().getByText('Principale'))

  await field.focus()
  await page.keyboard.type('un salone')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('Scrivi un dominio, per esempio www.tuosalone.it.'))
  await expectFocused(field)
  await field.fill(`https://${domain}/`)
  await page.keyboard.press('Enter')
  await expectMessage(page, 'Dominio aggiunto: ora scrivi i record nel DNS.')
  await expectVisible(row.getByText('Da verificare'))
  const records = await row.getByRole('list', { name: 'Record da scrivere nel DNS' }).locator('dd').allInnerTexts()
  expect(records.slice(0, 8)).toEqual([
    'A',
    domain,
    '203.0.113.7',
    'AAAA',
    domain,
    '2001:db8::7',
    'TXT',
    `_prenoto.${domain}`,
  ])

  const verify = row.getByRole('button', { name: `Verifica ${domain}` })
  dns.names[domain] = { A: ['198.51.100.1'] }
  await pressEnter(verify)
  await expectVisible(row.getByText(`${domain} porta a 198.51.100.1 e non qui: correggi il record.`))
  await expectFocused(verify)
  await expectGoodScreen(page)

  dns.names[domain] = { A: ['203.0.113.7'] }
  dns.names[`_prenoto.${domain}`] = { TXT: [records[8]!] }
  await pressEnter(verify)
  await expectMessage(page, 'Dominio verificato: il tuo sito si apre anche qui.')
  await expectFocused(row.getByRole('paragraph').filter({ hasText: domain }).first())

  for (const chosen of [row, rows.filter({ hasNotText: domain })]) {
    await pressEnter(chosen.getByRole('button', { name: /^Rendi principale/ }))
    await pressEnter(dialog.getByRole('button', { name: 'Rendi principale' }))
    await expectHidden(dialog)
    await expectVisible(chosen.getByText('Principale', { exact: true }))
    await expectFocused(chosen.locator('p').first())
  }

  await pressEnter(row.getByRole('button', { name: `Togli ${domain}` }))
  await pressEnter(dialog.getByRole('button', { name: 'Togli' }))
  await expectHidden(row)
  await expectFocused(page.getByRole('list', { name: 'I tuoi domini' }))
})

test('the removal of the domain in use warns and leads to the main one', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const token = await business.token()
  const page = await open(await business.attachDomain(SETTINGS), {
    width: PHONE,
    token,
    // The event stream of the page that is left.
    allowedErrors: /403/,
  })
  const removed = new URL(page.url()).hostname
  await page.getByRole('button', { name: `Togli ${removed}` }).click()
  const dialog = page.getByRole('dialog')
  await expectVisible(dialog.getByText('È il dominio che stai usando adesso'))

  // The answer of the removal is lost, and the next call is refused.
  await page.route('**/api/domains/*', async () => {
    await business.api('DELETE', `/domains/${removed}`, undefined, { authorization: `Bearer ${token}` })
    await page.evaluate(() => dispatchEvent(new Event('online')))
  })
  await dialog.getByRole('button', { name: 'Togli' }).click()

  await page.waitForURL(business.at('/login'))
})
