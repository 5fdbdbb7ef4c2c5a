import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { expectAccessible, expectGoodScreen } from '../support/axe.ts'
import { openEmptyInstallation } from '../support/empty-installation.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectVisible,
  tabTo,
  waitForPath,
  waitUntilLoaded,
} from '../support/expectations.ts'
import { findStep } from '../support/onboarding.ts'
import { PHONE, test } from '../support/test.ts'

let installation: Awaited<ReturnType<typeof openEmptyInstallation>>
beforeAll(async () => {
  installation = await openEmptyInstallation(inject('site').databaseUrl)
})
afterAll(() => installation.close())

const PASSWORD = 'Forbici-2026!'

const readCode = async (from = installation) => /([0-9A-Z]{4}-?){3}/.exec(await from.run('setup-code'))![0]

async function fillIn(page: Page, code: string, domain: string) {
  await page.getByLabel('Codice di configurazione').fill(code)
  await page.getByLabel('Nome dell’attività').fill('Salone Aurora')
  await page.getByLabel('Indirizzo del sito').fill(domain)
  await page.getByLabel('La tua email').fill('titolare@aurora.example')
  await page.getByLabel('Password *', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Conferma password').fill(PASSWORD)
}

test('the first business is opened with the keyboard, from the code to the six steps; another tab then leads to the log-in', async ({
  open,
}) => {
  const page = await open(installation.at('aurora.localhost', '/client_service'), {
    width: PHONE,
    allowedErrors: /422/,
  })
  const button = page.getByRole('button', { name: 'Apri l’attività' })
  const code = page.getByLabel('Codice di configurazione')

  await expectVisible(page.getByRole('heading', { level: 1, name: 'Prenoto è installato' }))
  await expectGoodScreen(page)
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expectFocused(code)
  await expectGoodScreen(page)
  await page.keyboard.type('0000-0000-0000')
  await tabTo(page, page.getByLabel('Nome dell’attività'))
  await page.keyboard.type('Salone Aurora')
  expect(await page.getByLabel('Indirizzo del sito').inputValue()).toBe('aurora.localhost')
  await tabTo(page, page.getByLabel('La tua email'))
  await page.keyboard.type('titolare@aurora.example')
  await tabTo(page, page.getByLabel('Password *', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await tabTo(page, page.getByLabel('Conferma password'))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expectFocused(code)
  await expectVisible(page.getByText(/Il codice non è giusto o è scaduto/).first())

  const late = await open(installation.at('aurora.localhost', '/'), { allowedErrors: /404/ })
  const newCode = await readCode()
  await fillIn(late, newCode, 'aurora.localhost')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(newCode.toLowerCase())
  await page.keyboard.press('Enter')

  await waitForPath(page, '/onboarding')
  await waitUntilLoaded(page)
  await expectVisible(findStep(page, 'Dati Base'))
  await late.getByRole('button', { name: 'Apri l’attività' }).click()
  await waitForPath(late, '/login')
  const other = await open(installation.at('altrove.localhost', '/'), { allowedErrors: /403/ })
  await expectVisible(other.getByRole('heading', { level: 1, name: 'Dominio non riconosciuto' }))
})

test('a business on another domain than the page says where to go on', async ({ open, onTestFinished }) => {
  const another = await openEmptyInstallation(inject('site').databaseUrl)
  onTestFinished(() => another.close())
  const page = await open(another.at('127.0.0.1', '/'), { width: PHONE })

  await fillIn(page, await readCode(another), 'aurora.localhost')
  await page.getByRole('button', { name: 'Apri l’attività' }).click()

  await expectVisible(page.getByRole('heading', { level: 1, name: 'La tua attività è aperta' }))
  await expectVisible(page.getByText('prenoto tenant add-domain aurora.localhost 127.0.0.1'))
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Apri http:\/\/aurora\.localhost:\d+\/login$/ }).click()
  await waitForPath(page, '/login')
})
