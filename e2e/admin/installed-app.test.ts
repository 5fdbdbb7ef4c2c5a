import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { expectFitsWidth, expectHidden, expectVisible } from '../support/expectations.ts'
import { PHONE, test } from '../support/test.ts'

const NETWORK = /ERR_INTERNET_DISCONNECTED|No response from the server|ApiError|503/

test('the back office can be installed, and says when there is no connection', async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/service', { width: PHONE, serviceWorker: true, allowedErrors: NETWORK })
  const devTools = await page.context().newCDPSession(page)
  expect(await devTools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
  await page.evaluate(() => navigator.serviceWorker.ready)

  await page.context().setOffline(true)
  const line = page.getByText('Nessuna connessione: la pagina si aggiorna appena torna. Quello che scrivi resta qui.')
  await expectVisible(line.first())
  await page.goto(business.at('/calendar'))
  await expectVisible(page.getByRole('heading', { name: 'Nessuna connessione' }))
  await expectVisible(page.getByRole('link', { name: 'Riprova' }))
  await expectAccessible(page)
  await expectFitsWidth(page)

  await page.context().setOffline(false)
  await expectVisible(page.getByText('Sala'))
  await expectHidden(line)
})
