import { formatDay } from '@prenoto/core/time/format.ts'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { type Business, giulia } from '../support/business.ts'
import { expectFocused, expectHidden, expectVisible, pressEnter, waitForPath } from '../support/expectations.ts'
import { test } from '../support/test.ts'

const CREATION = /\/api\/client\/bookings\/create/

const findForm = (page: Page) => {
  const form = page.getByRole('form', { name: 'Completa la prenotazione' })
  return {
    form,
    name: form.getByLabel('Nome *', { exact: true }),
    surname: form.getByLabel('Cognome *'),
    email: form.getByLabel('Email *'),
    telephone: form.getByLabel('Telefono *'),
    privacy: form.getByLabel(/Privacy Policy/),
    send: form.getByRole('button', { name: 'Prenota' }),
  }
}

async function fillIn(page: Page, hour = '10:00') {
  await page.getByRole('button', { name: hour }).click()
  const fields = findForm(page)
  await fields.name.fill(giulia.name)
  await fields.surname.fill(giulia.surname)
  await fields.email.fill(giulia.email)
  await fields.telephone.fill(giulia.telephone)
  await fields.privacy.check()
  return fields
}

async function expectFilledIn(page: Page) {
  const { name, surname, email, telephone, privacy } = findForm(page)
  const values = await Promise.all([name, surname, email, telephone].map((field) => field.inputValue()))
  expect(values).toEqual(Object.values(giulia))
  expect(await privacy.isChecked()).toBe(true)
}

const bookTenOClock = (business: Business) =>
  business.book({ name: 'Paolo', email: 'paolo@posta.example', visit_day: business.today, visit_hour: '10:00:00' })

/** Performs the next bookings and loses their answers. */
const loseAnswers = (page: Page, business: Business, times: number) =>
  page.route(
    CREATION,
    async (route) => {
      const request = route.request()
      const key = { 'idempotency-key': request.headers()['idempotency-key'] }
      await business.api('POST', `/client/bookings/create/${business.serviceId}`, request.postDataJSON(), key)
      await route.abort()
    },
    { times },
  )

test('errors show at touched fields or after an early submit, and a failure beside the button', {
  tags: ['4.30', '5.1', '5.9', '13.51', '13.185'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.bookingPage(), { allowedErrors: /500|429|ApiError/ })
  await page.getByRole('button', { name: '10:00' }).click()
  const { form, name, surname, email, telephone, privacy, send } = findForm(page)
  const readMessage = async (field: typeof name) => {
    const id = await field.getAttribute('aria-describedby')
    return id ? page.locator(`[id="${id}"]`).textContent() : null
  }
  const expectError = (field: typeof name, message: string | null) =>
    expect.poll(() => readMessage(field)).toBe(message)

  await surname.focus()
  await surname.press('Tab')
  await expectError(surname, 'Il cognome è obbligatorio.')
  for (const untouched of [name, email, telephone, privacy]) await expectError(untouched, null)

  await send.click()
  await expectFocused(name)
  await expectError(name, 'Il nome è obbligatorio.')
  await expectError(email, 'L’email è obbligatoria.')
  await expectError(telephone, 'Il telefono è obbligatorio.')
  await expectError(privacy, 'Devi accettare la Privacy Policy.')

  await email.fill('giulia@')
  await expectError(email, 'Inserisci un’email valida.')
  await telephone.fill('333123')
  await expectError(telephone, 'Numero troppo corto.')
  await telephone.fill('+39 (333) 123-45.67')
  await expectError(telephone, null)

  await name.fill('Giulia')
  await surname.fill('Verdi')
  await send.click()
  await expectFocused(email)
  await email.fill(' giulia@posta.example ')
  await expectError(email, null)
  await send.click()
  await expectFocused(privacy)
  await privacy.check()
  await expectError(privacy, null)
  expect(await form.getByText('obbligatori').count()).toBe(0)
  const link = page.getByRole('main').getByRole('link', { name: /^Privacy Policy/ })
  expect(await link.getAttribute('href')).toBe('/privacy')

  await fillIn(page, '11:00')
  expect(await email.getAttribute('autocapitalize')).toBe('none')
  expect(await telephone.getAttribute('enterkeyhint')).toBe('send')
  const failures = [
    {
      status: 500,
      json: { detail: 'Errore inatteso.' },
      message: /^Non siamo riusciti a inviare la prenotazione\. I tuoi/,
    },
    { status: 429, json: { detail: 'Troppe richieste: riprova tra 8 minuti.' }, message: 'riprova tra 8 minuti.' },
  ]
  for (const { message, ...answer } of failures) {
    await page.route(CREATION, (route) => route.fulfill(answer), { times: 1 })
    await pressEnter(send)
    await expectVisible(form.getByRole('alert').filter({ hasText: message }))
    await expectFocused(send)
    await expectFilledIn(page)
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: '12:00' }).click()
  await expectHidden(form.getByRole('alert'))
})

test('an error of the server shows at its field or in the form, a lost slot is struck through, the form keeps its data, and a double click books once', {
  tags: ['2.18', '2.91', '4.31', '8.8', '13.11', '13.70'],
}, async ({ open, newBusiness }) => {
  const configuration = { phone: '051 000 0199' }
  const business = await newBusiness({ services: [{ allow_patient_notes: true }], configuration })
  const page = await open(business.bookingPage(), { allowedErrors: /409|422|ApiError/ })
  const { form, telephone, send } = await fillIn(page)
  const notes = form.getByLabel('Note per noi')
  await expectVisible(form.getByText('Di questioni di salute è meglio parlare di persona.'))
  await notes.fill('n'.repeat(1003))
  await expectVisible(form.getByText('3 caratteri di troppo'))
  await send.click()
  await expectVisible(form.getByText('Usa al massimo 1000 caratteri.'))
  await expectFocused(notes)
  await notes.fill(`${'n'.repeat(950)}`)
  await expectVisible(form.getByText('Ancora 50 caratteri'))
  await notes.fill('Porto il cane.')
  const errors = [{ path: 'telephone', message: 'Numero troppo corto.' }]
  await page.route(CREATION, (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: { detail: 'Dati non validi.', errors },
    }),
  )

  await send.click()

  await expectVisible(page.getByText('Numero troppo corto.'))
  await expectFocused(telephone)
  await expectFilledIn(page)
  expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
  await page.unroute(CREATION)

  const detail = 'Hai già 2 prenotazioni in programma: per altre chiedi a noi.'
  await page.route(CREATION, (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { detail, reason: 'customer-limit' },
    }),
  )
  await send.click()
  await expectVisible(form.getByRole('alert').getByText(detail))
  expect(await form.getByRole('link', { name: 'Chiama 051 000 0199' }).getAttribute('href')).toBe('tel:+390510000199')
  await expectVisible(page.getByText(`${formatDay(business.today)} alle 10:00`))
  await expectHidden(page.getByText('non più disponibile'))
  await expectFilledIn(page)
  await page.unroute(CREATION)

  await bookTenOClock(business)

  await send.click()

  await expectHidden(page.getByRole('button', { name: '10:00' }))
  await expectVisible(page.getByRole('region', { name: 'Mattina' }).getByText('10:00 non più disponibile'))
  await expectFocused(page.getByRole('heading', { name: formatDay(business.today) }))
  await expectVisible(form.getByText('alle 10:00 non più disponibile'))
  await expectVisible(form.getByRole('link', { name: 'Scegli un altro orario' }))
  await expectHidden(send)
  await expectFilledIn(page)
  await expectVisible(page.getByText('Da scegliere'))
  expect(await page.getByRole('button', { name: 'tra i più vicini' }).count()).toBe(2)
  expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
  expect((await business.bookings()).map(({ name }) => name)).toEqual(['Paolo'])

  await page.getByRole('button', { name: '11:00' }).click()
  await expectHidden(page.getByText('non più disponibile'))
  await expectFilledIn(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let sent = 0
  await page.route(CREATION, async (route) => {
    sent += 1
    await released
    await route.continue()
  })
  await send.dblclick()
  await expect.poll(() => send.isDisabled()).toBe(true)
  await expect.poll(() => send.evaluate((button) => getComputedStyle(button).opacity)).toBe('0.5')
  release()
  await waitForPath(page, '/thank_you')
  expect(sent).toBe(1)
  expect(await business.bookings()).toMatchObject([{}, { visit_hour: '11:00:00', patient_notes: 'Porto il cane.' }])
})

test('a visitor who chooses another slot after lost answers and a reload learns that the first was booked', {
  tags: ['13.9'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.bookingPage(), { allowedErrors: /ERR_FAILED|422|ApiError/, clock: true })
  const { send } = await fillIn(page)
  const lost: Request[] = []
  page.on('requestfailed', (request) => lost.push(request))
  await loseAnswers(page, business, 3)

  await send.click()
  for (const [repeats, pause] of [1_000, 3_000].entries()) {
    await expect.poll(() => lost.length).toBe(repeats + 1)
    await page.clock.runFor(pause)
  }
  await expect.poll(() => send.isEnabled()).toBe(true)
  await expectFilledIn(page)
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Non siamo riusciti a inviare la prenotazione.' }))

  await page.reload()
  await fillIn(page, '11:00')
  await send.click()

  await waitForPath(page, '/thank_you')
  await expectVisible(page.getByText(/, 10:00–11:00$/))
  expect((await business.bookings()).map(({ visit_hour }) => visit_hour)).toEqual(['10:00:00'])
})
