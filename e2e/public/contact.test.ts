import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { CONTACT, contactFormOf, fillInContact } from '../support/contact-form.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectVisible,
  waitForHydration,
} from '../support/expectations.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { test } from '../support/test.ts'

test.for(['/', '/client_service'])(
  'a visitor sends a contact request from %s and sees the confirmation',
  { tags: ['1.3', '2.1', '2.2', '2.17', '2.19', '8.23'] },
  async (path, { open, newBusiness }) => {
    const business = await newBusiness()
    const page = await open(business.at(path))
    const { name, email, phone, message, privacy, send } = await fillInContact(page)
    await message.fill('Siete aperti il lunedì?')

    await send.click()

    await expectVisible(page.getByRole('status').filter({ hasText: 'Richiesta inviata con successo.' }))
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
  },
)

test('the message is optional, and the confirmation disappears after a while', {
  tags: ['2.17', '8.14', '9.2'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/'))
  const { send } = await fillInContact(page)
  await page.clock.install()
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

test('errors show at their fields, and the first invalid one gets the focus', { tags: ['5.1'] }, async ({
  open,
  newBusiness,
}) => {
  const page = await open((await newBusiness()).at('/'))
  const { name, email, send } = contactFormOf(page)
  await email.focus()
  await email.press('Tab')
  await expectVisible(page.getByText('L’email è obbligatoria.'))
  expect(await page.getByText('Il nome è obbligatorio.').count()).toBe(0)

  await send.click()

  await expectFocused(name)
  for (const message of [
    'Il nome è obbligatorio.',
    'L’email è obbligatoria.',
    'Il telefono è obbligatorio.',
    'Devi accettare la Privacy Policy.',
  ])
    await expectVisible(page.getByText(message))
})

test('a failure shows an error, and the form keeps its data', {
  tags: ['8.4', '8.5', '8.13', '13.185'],
}, async ({ open, newBusiness }) => {
  const page = await open((await newBusiness()).at('/'), { allowedErrors: /500|ERR_FAILED/ })
  const { name, privacy, send } = await fillInContact(page)
  const failures = [
    { answer: { status: 500, json: { detail: 'Qualcosa è andato storto.' } }, message: 'Qualcosa è andato storto.' },
    { answer: { status: 500, body: '<h1>proxy</h1>' }, message: 'An error occurred' },
    { answer: undefined, message: 'No response from the server' },
  ]

  for (const { answer, message } of failures) {
    await page.route(CONTACT, (route) => (answer ? route.fulfill(answer) : route.abort()))
    await send.click()
    await expectVisible(page.getByRole('alert').filter({ hasText: message }))
    await expectVisible(
      page.getByRole('form').getByText('Non siamo riusciti a inviare la richiesta. I tuoi dati sono ancora qui'),
    )
    await expect.poll(() => send.isEnabled()).toBe(true)
    await page.unroute(CONTACT)
  }

  expect(await name.inputValue()).toBe('Giulia Verdi')
  expect(await privacy.isChecked()).toBe(true)
})

test('a request with a lost answer is sent again and stored once', { tags: ['13.153'] }, async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await open(business.at('/'), { allowedErrors: /ERR_FAILED/ })
  const { send } = await fillInContact(page)
  await page.route(
    CONTACT,
    async (route) => {
      await business.api('POST', '/client/contact', route.request().postDataJSON())
      await route.abort()
    },
    { times: 1 },
  )

  await send.click()

  await expectVisible(page.getByRole('status').filter({ hasText: 'Richiesta inviata con successo.' }))
  expect(await business.contactRequests()).toHaveLength(1)
})

test('a contact request is sent even if a password manager fills the hidden field for bots', async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await open(business.at('/'), { allowedErrors: /429/ })
  expect(await page.getByRole('textbox', { name: 'Altro' }).count()).toBe(0)
  const { send } = await fillInContact(page, 'Siete aperti?')
  await page.getByLabel('Altro').evaluate((input: HTMLInputElement) => {
    input.value = 'giulia'
  })

  await send.click()

  await expectVisible(page.getByRole('status').filter({ hasText: 'Richiesta inviata con successo.' }))
  expect(await business.contactRequests()).toHaveLength(1)
})

test('the consent opens the privacy text beside the form, which keeps its data', { tags: ['13.51'] }, async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness({ configuration: { email: 'ciao@aurora.example' } })
  const page = await open(business.at('/'), { width: 360 })
  const { name, privacy } = await fillInContact(page, 'Siete aperti?')
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
  await page.goto(business.bookingPage())
  await page.getByRole('button', { name: '10:00' }).click()
  const link = page.getByRole('main').getByRole('link', { name: /^Privacy Policy/ })
  expect(await link.getAttribute('href')).toBe('/privacy')
})

test('a contact request works without JavaScript, with errors and confirmation', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/client_service'), {
    javaScript: false,
    width: 360,
    allowedErrors: /status of 422/,
  })
  const { email, send } = await fillInContact(page)
  await email.fill('nessuna')
  await send.click()
  await expectVisible(page.getByText('Inserisci un’email valida.'))
  await expectFocused(email)
  await expectFitsWidth(page)
  await email.fill('giulia.verdi@posta.example')

  await send.click()

  await expectVisible(page.locator(':target').filter({ hasText: 'Richiesta inviata con successo.' }))
  expect(await business.contactRequests()).toMatchObject([
    { name: 'Giulia Verdi', email: 'giulia.verdi@posta.example' },
  ])
})

test('a contact request that is pressed before hydration is sent and confirmed as usual', { tags: ['13.152'] }, async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await open(business.at('/privacy'))
  const release = await holdScripts(page)
  await page.goto(business.at('/'), { waitUntil: 'commit' })
  const { send } = await fillInContact(page)

  await send.click({ noWaitAfter: true })
  await page.waitForURL((url) => url.hash !== '', { waitUntil: 'commit' })
  release()

  await expectVisible(page.getByRole('status').filter({ hasText: 'Richiesta inviata con successo.' }))
  expect(await business.contactRequests()).toHaveLength(1)
  expect(new URL(page.url()).hash).toBe('')
})

test('a form that was rejected before hydration is empty after it is sent', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/privacy'), { allowedErrors: /status of 422/ })
  const release = await holdScripts(page)
  await page.goto(business.at('/'), { waitUntil: 'commit' })
  const { name, email, phone, privacy, send } = await fillInContact(page)
  await email.fill('nessuna')
  await send.click({ noWaitAfter: true })
  await expectVisible(page.getByText('Inserisci un’email valida.'))
  release()
  await waitForHydration(page.locator('html'))
  expect(await privacy.isChecked()).toBe(true)

  await email.fill('giulia.verdi@posta.example')
  await send.click()

  await expectVisible(page.getByRole('status').filter({ hasText: 'Richiesta inviata con successo.' }))
  for (const field of [name, email, phone]) await expect.poll(() => field.inputValue()).toBe('')
  expect(await privacy.isChecked()).toBe(false)
  expect(await business.contactRequests()).toMatchObject([
    { name: 'Giulia Verdi', email: 'giulia.verdi@posta.example' },
  ])
})
