import { expect } from 'vitest'
import { CONTACT, contactFormOf, fillInContact } from '../support/contact-form.ts'
import { expectFocused, expectHidden, expectMessage, expectVisible, waitForHydration } from '../support/expectations.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { test } from '../support/test.ts'

/** Common behaviour of public forms, tested on the contact form. */

const refusal = (...errors: { path: string; message: string }[]) => ({
  status: 422,
  contentType: 'application/problem+json',
  json: { detail: 'Dati non validi.', errors },
})

test('an error appears when its field is left, then follows each keystroke', { tags: ['5.1'] }, async ({
  open,
  newBusiness,
}) => {
  const page = await open((await newBusiness()).at('/'))
  const { email, message } = contactFormOf(page)
  const invalid = page.getByText('Inserisci un’email valida.')

  await email.pressSequentially('giulia@')
  expect(await invalid.count()).toBe(0)
  await message.focus()
  await expectVisible(invalid)
  expect(await email.getAttribute('aria-invalid')).toBe('true')

  await email.pressSequentially('posta.example')
  await expectHidden(invalid)
  expect(await email.getAttribute('aria-invalid')).toBeNull()
  await email.fill('')
  await expectVisible(page.getByText('L’email è obbligatoria.'))
  expect(await page.getByText('Il nome è obbligatorio.').count()).toBe(0)
})

test('an invalid form is not sent, and the first invalid field on the screen gets the focus', {
  tags: ['5.1'],
}, async ({ open, newBusiness }) => {
  const page = await open((await newBusiness()).at('/'))
  const { phone, email, name, send } = await fillInContact(page, 'Siete aperti?')
  const sent: string[] = []
  page.on('request', (request) => CONTACT.test(request.url()) && sent.push(request.url()))
  await phone.fill('12')
  await email.fill('')

  await send.click()
  await expectFocused(email)
  await expectVisible(page.getByText('Numero troppo corto.'))

  await email.fill('giulia.verdi@posta.example')
  await name.press('Enter')
  await expectFocused(phone)
  expect(sent).toEqual([])
})

test('errors of the server show at their fields until they change', async ({ open, newBusiness }) => {
  const page = await open((await newBusiness()).at('/'), { allowedErrors: /422|ApiError/ })
  const { name, phone, message, send } = await fillInContact(page, 'Siete aperti?')
  const [tooLong, tooShort] = [page.getByText('Troppo lungo.'), page.getByText('Numero sconosciuto.')]
  const errors = [
    { path: 'message', message: 'Troppo lungo.' },
    { path: 'phone', message: 'Numero sconosciuto.' },
    { path: 'phone', message: 'Un secondo problema.' },
  ]
  await page.route(CONTACT, (route) => route.fulfill(refusal(...errors)), { times: 1 })

  await send.click()

  await expectFocused(phone)
  await expectVisible(tooLong)
  await expectVisible(tooShort)
  expect(await page.getByText('Un secondo problema.').count()).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(0)
  await phone.pressSequentially('8')
  await expectHidden(tooShort)
  await expectVisible(tooLong)
  expect(await name.inputValue()).toBe('Giulia Verdi')

  await page.route(CONTACT, (route) => route.fulfill(refusal({ path: 'elsewhere', message: 'Altrove.' })), { times: 1 })
  await send.click()
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Dati non validi.' }))
  await expectHidden(tooLong)
  expect(await message.inputValue()).toBe('Siete aperti?')
})

test('a sent form is empty and untouched', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/'))
  const { name, email, message, privacy, send } = await fillInContact(page, 'Siete aperti?')
  await send.click()
  await expectMessage(page, 'Richiesta inviata con successo.')

  for (const field of [name, email, message]) expect(await field.inputValue()).toBe('')
  expect(await privacy.isChecked()).toBe(false)
  await email.pressSequentially('x')
  expect(await page.getByText(/obbligatori|valida\.$/).count()).toBe(0)
})

test('a second submit during a request sends nothing', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/'))
  const { name } = await fillInContact(page, 'Siete aperti?')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let calls = 0
  await page.route(CONTACT, async (route) => {
    calls += 1
    await released
    await route.continue()
  })
  await name.press('Enter')
  await expect.poll(() => calls).toBe(1)
  await name.press('Enter')
  await name.press('Enter')
  release()
  await expectMessage(page, 'Richiesta inviata con successo.')
  expect(calls).toBe(1)
  expect(await business.contactRequests()).toHaveLength(1)
})

test('text that is typed before hydration counts', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/'))
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  const { name, email, send } = await fillInContact(page, 'Siete aperti?')
  await email.fill('giulia')
  release()
  await waitForHydration(page.locator('html'))

  await send.click()
  await expectVisible(page.getByText('Inserisci un’email valida.'))
  expect(await business.contactRequests()).toEqual([])
  expect(await name.inputValue()).toBe('Giulia Verdi')
  await email.fill('giulia.verdi@posta.example')
  await send.click()
  await expectMessage(page, 'Richiesta inviata con successo.')
  expect(await business.contactRequests()).toMatchObject([{ name: 'Giulia Verdi', message: 'Siete aperti?' }])
})
