import type { EndpointCall } from '@prenoto/core/contract/endpoint.ts'
import type { addPushDevice } from '@prenoto/core/notifications/push.endpoints.ts'
import { startPushService } from '@prenoto/test-support/http/push-service.ts'
import { expect, inject } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import {
  expectFitsWidth,
  expectHidden,
  expectMessage,
  expectVisible,
  pressEnter,
  waitForPath,
  waitUntilLoaded,
} from '../support/expectations.ts'
import { PHONE, test } from '../support/test.ts'

const NETWORK = /ERR_INTERNET_DISCONNECTED|No response from the server|ApiError|503/

/** Runs in the service worker: a click on a notification, which Chromium cannot show without a window. */
const clickNotification = (path: string) =>
  self.dispatchEvent(
    Object.assign(new Event('notificationclick'), { notification: { data: path, close() {} }, waitUntil() {} }),
  )

const pushService = await startPushService(inject('site').pushPort)

/** Runs in the page: a subscription in place of the push service of Chrome, which is not reachable. */
function subscribeWithout(subscription: EndpointCall<typeof addPushDevice>['body']) {
  const { endpoint, ...keys } = subscription
  PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint, keys }) }) as unknown as PushSubscription
  // Without a window Chromium always says that it is denied.
  Object.defineProperty(Notification, 'permission', { get: () => 'default' })
  navigator.setAppBadge = async (count) => {
    document.documentElement.dataset.badge = String(count)
  }
}

test('the back office can be installed, opens the page of a notification, shows push notifications with their count, and says when there is no connection', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/service', { serviceWorker: true, allowedErrors: NETWORK })
  const devTools = await page.context().newCDPSession(page)
  expect(await devTools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().serviceWorkers()[0]!.evaluate(clickNotification, '/setting?sezione=dispositivi')
  await waitForPath(page, '/setting')
  await waitUntilLoaded(page)

  const device = pushService.newDevice()
  await page.context().grantPermissions(['notifications'], { origin: business.at('') })
  await page.evaluate(subscribeWithout, device.subscription)

  const devices = page.getByRole('region', { name: 'Dispositivi collegati' })
  await devices.getByRole('button', { name: 'Notifiche sui dispositivi' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notifiche sui dispositivi' })
  await dialog.getByRole('button', { name: 'Ricevi notifiche su questo dispositivo' }).click()
  await expectMessage(page, 'Le notifiche arrivano anche su questo dispositivo.')
  await expectVisible(dialog.getByText('Questo dispositivo riceve le notifiche.'))
  await dialog.getByRole('switch', { name: 'Disdette' }).press('Space')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectHidden(dialog)

  const { id } = await business.book({ visit_day: business.day(1), visit_hour: '09:00:00' })
  await expect.poll(() => device.received.length).toBe(1)
  const path = `/appointments/${id}`
  expect(device.received).toMatchObject([{ message: { title: 'Nuova prenotazione', path } }])
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.badge)).toBe('1')

  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^Notifiche/ })
    .click()
  const panel = page.getByRole('dialog', { name: 'Notifiche', exact: true })
  await panel.getByRole('button', { name: 'Segna come già lette' }).click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.badge)).toBe('0')
  await panel.getByRole('button', { name: 'Notifiche sui dispositivi' }).click()
  expect(await dialog.getByRole('switch', { name: 'Disdette' }).isChecked()).toBe(false)
  await pressEnter(dialog.getByRole('button', { name: /^Rimuovi/ }))
  await expectVisible(dialog.getByRole('button', { name: 'Ricevi notifiche su questo dispositivo' }))

  for (const open of [dialog, panel]) {
    await page.keyboard.press('Escape')
    await expectHidden(open)
  }

  await page.setViewportSize({ width: PHONE, height: 740 })
  await page.context().setOffline(true)
  const line = page.getByText('Nessuna connessione: la pagina si aggiorna appena torna. Quello che scrivi resta qui.')
  await expectVisible(line.first())
  // Chromium may tell the service worker later than the page that there is no connection.
  const offline = page.getByRole('heading', { name: 'Nessuna connessione' })
  const isOffline = async () => {
    await page.goto(business.at('/calendar'))
    return offline.isVisible()
  }
  await expect.poll(isOffline, { interval: 500 }).toBe(true)
  await expectVisible(page.getByRole('link', { name: 'Riprova' }))
  await expectAccessible(page)
  await expectFitsWidth(page)

  await page.context().setOffline(false)
  await expectVisible(page.getByText('Sala'))
  await expectHidden(line)
})
