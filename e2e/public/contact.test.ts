import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { CONTACT, contactFormOf, fillInContact } from '../support/contact-form.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { alive, fitsWidth, focused, gone, seen } from '../support/look.ts'
import { test } from '../support/test.ts'

test.for(['/', '/client_service'])(
  'a visitor writes from %s and reads that it was sent',
  { tags: ['1.3', '2.1', '2.2', '2.17', '2.19', '8.23'] },
  async (path, { open, newShop }) => {
    const shop = await newShop()
    const page = await open(shop.at(path))
    const { name, email, phone, message, privacy, send } = await fillInContact(page)
    await message.fill('Siete aperti il lunedì?')

    await send.click()

    await seen(page.getByRole('status').filter({ hasText: 'Richiesta inviata con successo.' }))
    await seen(page.getByRole('form', { name: 'Contattaci' }).getByText('Richiesta inviata con successo.'))
    for (const field of [name, email, phone, message]) expect(await field.inputValue()).toBe('')
    expect(await privacy.isChecked()).toBe(false)
    expect(await shop.contactRequests()).toEqual([
      {
        name: 'Giulia Verdi',
        email: 'giulia.verdi@posta.example',
        phone: '3331234567',
        message: 'Siete aperti il lunedì?',
      },
    ])
  },
)

test('the message may be left out, and the confirmation goes away by itself', {
  tags: ['2.17', '8.14', '9.2'],
}, async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/'))
  const { send } = await fillInContact(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)

  await send.click()
  const toast = page.getByRole('status').filter({ hasText: 'Richiesta inviata' })
  await seen(toast)
  await page.clock.runFor(3400)
  expect(await toast.isVisible()).toBe(true)
  await page.clock.runFor(200)
  await gone(toast)
  expect(await shop.contactRequests()).toMatchObject([{ message: '' }])
})

test('errors show at their fields, and the first wrong one gets the focus', { tags: ['5.1'] }, async ({
  open,
  newShop,
}) => {
  const page = await open((await newShop()).at('/'))
  const { name, email, send } = contactFormOf(page)
  await email.focus()
  await email.press('Tab')
  await seen(page.getByText('L’email è obbligatoria.'))
  expect(await page.getByText('Il nome è obbligatorio.').count()).toBe(0)

  await send.click()

  await focused(name)
  for (const message of [
    'Il nome è obbligatorio.',
    'L’email è obbligatoria.',
    'Il telefono è obbligatorio.',
    'Devi accettare la Privacy Policy.',
  ])
    await seen(page.getByText(message))
})

test('a failure is told in red, and nothing that was typed is lost', {
  tags: ['8.4', '8.5', '8.13', '13.185'],
}, async ({ open, newShop }) => {
  const page = await open((await newShop()).at('/'), { tolerates: /500|ERR_FAILED/ })
  const { name, privacy, send } = await fillInContact(page)
  const failures = [
    { answer: { status: 500, json: { detail: 'Qualcosa è andato storto.' } }, told: 'Qualcosa è andato storto.' },
    { answer: { status: 500, body: '<h1>proxy</h1>' }, told: 'An error occurred' },
    { answer: undefined, told: 'No response from the server' },
  ]

  for (const { answer, told } of failures) {
    await page.route(CONTACT, (route) => (answer ? route.fulfill(answer) : route.abort()))
    await send.click()
    await seen(page.getByRole('alert').filter({ hasText: told }))
    await seen(
      page.getByRole('form').getByText('Non siamo riusciti a inviare la richiesta. I tuoi dati sono ancora qui'),
    )
    await expect.poll(() => send.isEnabled()).toBe(true)
    await page.unroute(CONTACT)
  }

  expect(await name.inputValue()).toBe('Giulia Verdi')
  expect(await privacy.isChecked()).toBe(true)
})

test('a request whose answer is lost is sent again, and is one', { tags: ['13.153'] }, async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/'), { tolerates: /ERR_FAILED/ })
  const { send } = await fillInContact(page)
  await page.route(
    CONTACT,
    async (route) => {
      await shop.api('POST', '/client/contact', route.request().postDataJSON())
      await route.abort()
    },
    { times: 1 },
  )

  await send.click()

  await seen(page.getByRole('status').filter({ hasText: 'Richiesta inviata con successo.' }))
  expect(await shop.contactRequests()).toHaveLength(1)
})

test('a field that no person sees catches whoever fills it', async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/'))
  expect(await page.getByLabel('Sito web').count()).toBeGreaterThan(0)
  expect(await page.getByRole('textbox', { name: 'Sito web' }).count()).toBe(0)
  const { status } = await shop.api('POST', '/client/contact', {
    name: 'Bot',
    email: 'bot@posta.example',
    phone: '3331234567',
    privacy: true,
    website: 'http://spam.example',
  })
  expect(status).toBe(422)
})

test('the consent opens the privacy text beside the form, which keeps what was typed', { tags: ['13.51'] }, async ({
  open,
  newShop,
}) => {
  const shop = await newShop({ configuration: { email: 'ciao@aurora.example' } })
  const page = await open(shop.at('/'), { width: 360 })
  const { name, privacy } = await fillInContact(page, 'Siete aperti?')
  await privacy.uncheck()

  const [text] = await Promise.all([
    page.waitForEvent('popup'),
    page
      .getByRole('main')
      .getByRole('link', { name: /^Privacy Policy/ })
      .click(),
  ])

  await seen(text.getByRole('heading', { level: 1, name: 'Privacy Policy' }))
  await seen(text.getByText('Salone Aurora è titolare del trattamento'))
  await seen(text.getByText('Email: ciao@aurora.example'))
  for (const width of [320, 1280]) {
    await text.setViewportSize({ width, height: 740 })
    await fitsWidth(text)
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
  await page.goto(shop.bookingPage())
  await page.getByRole('button', { name: '10:00' }).click()
  const link = page.getByRole('main').getByRole('link', { name: /^Privacy Policy/ })
  expect(await link.getAttribute('href')).toBe('/privacy')
})

test('without JavaScript a visitor writes, is told what is missing, and reads that it was sent', async ({
  open,
  newShop,
}) => {
  const shop = await newShop()
  const page = await open(shop.at('/client_service'), { javaScript: false, width: 360, tolerates: /status of 422/ })
  const { email, send } = await fillInContact(page)
  await email.fill('nessuna')
  await send.click()
  await seen(page.getByText('Inserisci un’email valida.'))
  await focused(email)
  await fitsWidth(page)
  await email.fill('giulia.verdi@posta.example')

  await send.click()

  await seen(page.locator(':target').filter({ hasText: 'Richiesta inviata con successo.' }))
  expect(await shop.contactRequests()).toMatchObject([{ name: 'Giulia Verdi', email: 'giulia.verdi@posta.example' }])
})

test('a press before the page has come alive sends, too, and is told as ever', { tags: ['13.152'] }, async ({
  open,
  newShop,
}) => {
  const shop = await newShop()
  const page = await open(shop.at('/privacy'))
  const release = await holdScripts(page)
  await page.goto(shop.at('/'), { waitUntil: 'commit' })
  const { send } = await fillInContact(page)

  await send.click({ noWaitAfter: true })
  await page.waitForURL((url) => url.hash !== '', { waitUntil: 'commit' })
  release()

  await seen(page.getByRole('status').filter({ hasText: 'Richiesta inviata con successo.' }))
  expect(await shop.contactRequests()).toHaveLength(1)
  expect(new URL(page.url()).hash).toBe('')
})

test('a form that was refused before the page had come alive is as new once it is sent', async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/privacy'), { tolerates: /status of 422/ })
  const release = await holdScripts(page)
  await page.goto(shop.at('/'), { waitUntil: 'commit' })
  const { name, email, phone, privacy, send } = await fillInContact(page)
  await email.fill('nessuna')
  await send.click({ noWaitAfter: true })
  await seen(page.getByText('Inserisci un’email valida.'))
  release()
  await alive(page.locator('html'))
  expect(await privacy.isChecked()).toBe(true)

  await email.fill('giulia.verdi@posta.example')
  await send.click()

  await seen(page.getByRole('status').filter({ hasText: 'Richiesta inviata con successo.' }))
  for (const field of [name, email, phone]) await expect.poll(() => field.inputValue()).toBe('')
  expect(await privacy.isChecked()).toBe(false)
  expect(await shop.contactRequests()).toMatchObject([{ name: 'Giulia Verdi', email: 'giulia.verdi@posta.example' }])
})
