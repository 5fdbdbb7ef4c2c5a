import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { CONTACT, fillInContact, findContactForm } from '../support/contact-form.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  waitForHydration,
} from '../support/expectations.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { test } from '../support/test.ts'

test('a contact form shows errors at its fields, keeps its data after a failure and is confirmed; a lost answer or a filled hidden field stores one request', {
  tags: ['1.3', '2.2', '2.17', '2.19', '5.1', '8.4', '8.5', '8.13', '8.23', '13.153', '13.185'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/client_service'), { allowedErrors: /500|ERR_FAILED|429/ })
  const { name, email, phone, message, privacy, send } = findContactForm(page)
  await send.click()
  await expectFocused(name)
  for (const error of [
    'Il nome è obbligatorio.',
    'L’email è obbligatoria.',
    'Il telefono è obbligatorio.',
    'Devi accettare la Privacy Policy.',
  ])
    await expectVisible(page.getByText(error))

  await fillInContact(page, 'Siete aperti il lunedì?')
  const failures = [
    { answer: { status: 500, body: '<h1>proxy</h1>' }, error: 'An error occurred' },
    { answer: undefined, error: 'No response from the server' },
  ]
  for (const { answer, error } of failures) {
    await page.route(CONTACT, (route) => (answer ? route.fulfill(answer) : route.abort()))
    await send.click()
    await expectMessage(page, error)
    await expectVisible(
      page.getByRole('form').getByText('Non siamo riusciti a inviare la richiesta. I tuoi dati sono ancora qui'),
    )
    await expect.poll(() => send.isEnabled()).toBe(true)
    await page.unroute(CONTACT)
  }
  expect(await name.inputValue()).toBe('Giulia Verdi')
  expect(await privacy.isChecked()).toBe(true)

  // The request is stored, but its answer is lost.
  await page.route(
    CONTACT,
    async (route) => {
      await business.api('POST', '/client/contact', route.request().postDataJSON())
      await route.abort()
    },
    { times: 1 },
  )
  await send.click()
  await expectMessage(page, 'Richiesta inviata con successo.')
  await expectVisible(page.getByRole('form', { name: 'Contattaci' }).getByText('Richiesta inviata con successo.'))
  for (const field of [name, email, phone, message]) expect(await field.inputValue()).toBe('')
  expect(await privacy.isChecked()).toBe(false)
  expect(await business.contactRequests()).toEqual([
    {
      name: 'Giulia Verdi',
      email: 'giulia.verdi@posta.example',
      phone: '3331234567',
      message: 'Siete aperti il lunedì?',
    },
  ])

  // A password manager fills the hidden field for bots.
  expect(await page.getByRole('textbox', { name: 'Altro' }).count()).toBe(0)
  await fillInContact(page, 'Siete aperti?')
  await page.getByLabel('Altro').evaluate((input: HTMLInputElement) => {
    input.value = 'giulia'
  })
  await send.click()
  await expect.poll(() => business.contactRequests()).toHaveLength(2)
})

test('the privacy text opens beside the form, which keeps its data; the message is optional, and the confirmation disappears', {
  tags: ['2.1', '2.17', '8.14', '9.2', '13.51'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness({ configuration: { email: 'ciao@aurora.example' } })
  const page = await open(business.at('/'), { width: 360, clock: true })
  const { name, privacy, send } = await fillInContact(page)
  await privacy.uncheck()

  const [text] = await Promise.all([
    page.waitForEvent('popup'),
    page
      .getByRole('main')
      .getByRole('link', { name: /^Privacy Policy/ })
      .click(),
  ])

  await expectVisible(text.getByRole('heading', { level: 1, name: 'Privacy Policy' }))
  await expectVisible(text.getByText('Salone Aurora è titolare del trattamento'))
  await expectVisible(text.getByText('Email: ciao@aurora.example'))
  for (const width of [320, 1280]) {
    await text.setViewportSize({ width, height: 740 })
    await expectFitsWidth(text)
  }
  const list = text.getByRole('list').first()
  expect(await list.evaluate((element) => getComputedStyle(element).listStyleType)).toBe('disc')
  await expectAccessible(text)
  await text.close()
  expect(await name.inputValue()).toBe('Giulia Verdi')
  expect(await privacy.isChecked()).toBe(false)
  expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe(
    '/',
  )

  await privacy.check()
  await page.clock.pauseAt(Date.now() + 60_000)
  await send.click()
  const toast = page.getByRole('status').filter({ hasText: 'Richiesta inviata' })
  await expectVisible(toast)
  await page.clock.runFor(3400)
  expect(await toast.isVisible()).toBe(true)
  await page.clock.runFor(200)
  await expectHidden(toast)
  expect(await business.contactRequests()).toMatchObject([{ message: '' }])
})

test('a contact request that is pressed or rejected before hydration is sent and confirmed as usual', {
  tags: ['13.152'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/robots.txt'), { allowedErrors: /status of 422/ })
  const sent = 'Richiesta inviata con successo.'
  const release = await holdScripts(page)
  await page.goto(business.at('/'), { waitUntil: 'commit' })
  const { name, email, phone, privacy, send } = await fillInContact(page)
  await send.click({ noWaitAfter: true })
  await page.waitForURL((url) => url.hash !== '', { waitUntil: 'commit' })
  release()
  await expectMessage(page, sent)
  expect(await business.contactRequests()).toHaveLength(1)
  expect(new URL(page.url()).hash).toBe('')

  const releaseAgain = await holdScripts(page)
  await page.goto(business.at('/'), { waitUntil: 'commit' })
  await fillInContact(page, 'Siete aperti?')
  await email.fill('nessuna')
  await send.click({ noWaitAfter: true })
  await expectVisible(page.getByText('Inserisci un’email valida.'))
  await expectFocused(email)
  releaseAgain()
  await waitForHydration(page)
  expect(await privacy.isChecked()).toBe(true)
  await email.fill('giulia.verdi@posta.example')
  await send.click()
  await expectMessage(page, sent)
  for (const field of [name, email, phone]) await expect.poll(() => field.inputValue()).toBe('')
  expect(await privacy.isChecked()).toBe(false)
  expect(await business.contactRequests()).toHaveLength(2)
})
