import { expect } from 'vitest'
import { expectAccessible, expectGoodScreen } from '../../support/axe.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  pressEnter,
  waitForPath,
} from '../../support/expectations.ts'
import { PHONE, test, waitForEventStream } from '../../support/test.ts'

test('a user ends one device and then all others; an open page of an ended one leads to the log-in', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const other = await openAdmin(business, '/guida', { allowedErrors: /401|ApiError/ })
  await waitForEventStream(other)
  await business.token()
  const page = await openAdmin(business, '/setting?sezione=dispositivi')
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Dispositivi collegati' }))
  const list = page.getByRole('list', { name: 'Dispositivi collegati' })
  const devices = list.getByRole('listitem')
  await expect.poll(() => devices.count()).toBe(3)
  expect(await devices.filter({ hasText: 'Questo dispositivo' }).count()).toBe(1)
  await expectGoodScreen(page)

  await pressEnter(list.getByRole('button', { name: /^Termina/ }).first())
  await expectMessage(page, 'Dispositivo scollegato.')
  await expect.poll(() => devices.count()).toBe(2)

  const all = page.getByRole('button', { name: 'Termina tutte le altre' })
  await pressEnter(all)
  await expectMessage(page, 'Gli altri dispositivi sono scollegati.')
  await expect.poll(() => devices.count()).toBe(1)
  await expectHidden(all)
  await waitForPath(other, '/login')
})

test('«Non sono stato io» ends all sessions only after a click, before the onboarding, too, says what it undid and leads to a new password', async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness({ configuration: { app_primary_color: '' } })
  const allowedErrors = /401|ApiError/
  const authorization = `Bearer ${await business.token()}`
  const user_id = await business.adminId()
  const link = await business.deviceLink(user_id)
  const passkey = { name: 'Intruso', credential_id: 'x', public_key: Buffer.from('x'), counter: 0, transports: [] }
  await business.insert('passkeys', { user_id, domain: business.domain, ...passkey })
  const page = await open(link, { width: PHONE, allowedErrors })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Non sono stato io' }))
  await expectVisible(page.getByText(business.admin.email))
  await expectFitsWidth(page)

  await page.getByRole('button', { name: 'Scollega tutti i dispositivi' }).click()

  await expectVisible(page.getByRole('heading', { level: 1, name: 'Tutti i dispositivi sono scollegati' }))
  await expectFocused(page.getByRole('definition').filter({ hasText: 'Tolte quelle aggiunte' }).locator('xpath=../..'))
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await waitForPath(page, '/set_password')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Imposta la tua password' }))
  expect((await business.api('GET', '/user/userInfo', undefined, { authorization })).status).toBe(401)
})
