import { expect } from 'vitest'
import { expectAccessible, expectGoodScreen } from '../../support/axe.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  tabTo,
  waitForPath,
} from '../../support/expectations.ts'
import { DESKTOP, PHONE, test, waitForEventStream } from '../../support/test.ts'

test('a user ends one device and then all others by keyboard; an open page of an ended one leads to the log-in', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const other = await openAdmin(business, '/dashboard', { allowedErrors: /401|ApiError/ })
  await waitForEventStream(other)
  for (let more = 0; more < 3; more++) await business.token()
  const page = await openAdmin(business, '/setting?sezione=dispositivi')
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Dispositivi collegati' }))
  const list = page.getByRole('list', { name: 'Dispositivi collegati' })
  const devices = list.getByRole('listitem')
  await expect.poll(() => devices.count()).toBe(5)
  expect(await devices.filter({ hasText: 'Questo dispositivo' }).count()).toBe(1)
  await expectGoodScreen(page)

  await tabTo(page, list.getByRole('button', { name: /^Termina/ }).first())
  await page.keyboard.press('Enter')
  await expectMessage(page, 'Dispositivo scollegato.')
  await expect.poll(() => devices.count()).toBe(4)

  const all = page.getByRole('button', { name: 'Termina tutte le altre' })
  await tabTo(page, all)
  await page.keyboard.press('Enter')
  await expectMessage(page, 'Gli altri dispositivi sono scollegati.')
  await expect.poll(() => devices.count()).toBe(1)
  await expectHidden(all)
  await waitForPath(other, '/login')
})

test('«Non sono stato io» ends all sessions only after a click, once, says what it undid and leads to a new password', async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness()
  const allowedErrors = /40[14]|ApiError/
  const authorization = `Bearer ${await business.token()}`
  const user_id = await business.adminId()
  const link = await business.deviceLink(user_id)
  const passkey = { name: 'Intruso', credential_id: 'x', public_key: Buffer.from('x'), counter: 0, transports: [] }
  await business.insert('passkeys', { user_id, domain: business.domain, ...passkey })
  const page = await open(link, { width: PHONE, allowedErrors })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Non sono stato io' }))
  await expectVisible(page.getByText(business.admin.email))
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: DESKTOP, height: 800 })

  await page.getByRole('button', { name: 'Scollega tutti i dispositivi' }).click()

  await expectVisible(page.getByRole('heading', { level: 1, name: 'Tutti i dispositivi sono scollegati' }))
  await expectFocused(page.getByRole('definition').filter({ hasText: 'Tolte quelle aggiunte' }).locator('xpath=../..'))
  await page.setViewportSize({ width: PHONE, height: 740 })
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await waitForPath(page, '/set_password')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Imposta la tua password' }))
  expect((await business.api('GET', '/user/userInfo', undefined, { authorization })).status).toBe(401)
  await page.goto(link)
  await expectVisible(page.getByText('Il link non è più valido'))
})
