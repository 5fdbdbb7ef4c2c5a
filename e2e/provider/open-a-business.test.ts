import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { bookAsGiulia } from '../support/booking-form.ts'
import { openEmptyInstallation } from '../support/empty-installation.ts'
import { expectFitsWidth, expectVisible, waitForPath, waitUntilLoaded } from '../support/expectations.ts'
import { fill, findCompleted, forward, STEPS, save } from '../support/onboarding.ts'
import { PHONE, test } from '../support/test.ts'

let installation: Awaited<ReturnType<typeof openEmptyInstallation>>
beforeAll(async () => {
  installation = await openEmptyInstallation(inject('site').databaseUrl)
})
afterAll(() => installation.close())

const OWNER = 'titolare@aurora.example'

const PASSWORD = 'Forbici-2026!'

/** Chooses a password with the link that the command line printed. */
async function choosePassword(page: Page, domain: string, output: string) {
  const link = /\/set_password#\S+/.exec(output)![0]
  await page.goto(installation.at(domain, link))
  await page.getByLabel('Nuova password').fill(PASSWORD)
  await page.getByLabel('Conferma password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Salva e accedi' }).click()
}

test('one command and six steps create a business, and a visitor books on its site', { tags: ['1.6', '2.98'] }, async ({
  open,
}) => {
  const domain = 'aurora.localhost'
  const output = await installation.run(
    ...['tenant', 'create', '--domain', domain, '--name', 'Salone Aurora', '--admin-email', OWNER],
  )

  const owner = await open(installation.at(domain, '/'), { width: PHONE })
  await waitForPath(owner, '/login')
  await choosePassword(owner, domain, output)
  await waitForPath(owner, '/onboarding')
  await waitUntilLoaded(owner)
  for (const step of STEPS) {
    await fill(owner, step)
    await expectFitsWidth(owner)
    if (step !== 'Servizio') await forward(owner)
  }
  await save(owner)
  await expectVisible(findCompleted(owner))

  const visitor = await open(installation.at(domain, '/'), { width: PHONE })
  const logo = visitor.getByRole('banner').getByRole('img', { name: 'Salone Aurora' })
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600)
  await visitor.getByRole('link', { name: 'Scopri i nostri servizi' }).click()
  await visitor.getByRole('article', { name: 'Taglio' }).getByRole('link', { name: 'Prenota ora' }).click()
  await expectVisible(visitor.getByRole('heading', { level: 1, name: 'Taglio' }))
  await visitor
    .getByRole('button', { name: /slot disponibil/ })
    .nth(4)
    .click()
  await visitor.getByRole('button', { name: '08:45' }).click()
  await bookAsGiulia(visitor)
  await waitForPath(visitor, '/thank_you')

  await owner.getByRole('link', { name: 'Vai al pannello di amministrazione' }).click()
  await waitForPath(owner, '/dashboard')
  await expectVisible(owner.getByText(/Giulia Verdi/).first())
  await owner.goto(installation.at(domain, '/onboarding'))
  await waitForPath(owner, '/dashboard')
})
