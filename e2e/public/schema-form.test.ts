import { expect } from 'vitest'
import { CONTACT, fillInContact, findContactForm } from '../support/contact-form.ts'
import { expectFocused, expectHidden, expectMessage, expectVisible, waitForHydration } from '../support/expectations.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { test } from '../support/test.ts'

/** Common behaviour of public forms, tested on the contact form. */

const refusal = (...errors: { path: string; message: string }[]) => ({
  status: 422,
  contentType: 'application/problem+json',
  json: { detail: 'Dati non validi.', errors },
})

test('an error appears when its field is left, an invalid form focuses the first one, and errors of the server stay until they change', {
  tags: ['5.1'],
}, async ({ open, newBusiness }) => {
  const page = await open((await newBusiness()).at('/'), { allowedErrors: /422|ApiError/ })
  const { name, phone, email, message, send } = findContactForm(page)
  const invalid = page.getByText('Inserisci un’email valida.')

  await email.pressSequentially('giulia@')
  expect(await invalid.count()).toBe(0)
  await message.focus()
  await expectVisible(invalid)
  expect(await email.getAttribute('aria-invalid')).toBe('true')

  await email.fill('giulia@posta.example')
  await expectHidden(invalid)
  expect(await email.getAttribute('aria-invalid')).toBeNull()
  await email.fill('')
  await expectVisible(page.getByText('L’email è obbligatoria.'))
  expect(await page.getByText('Il nome è obbligatorio.').count()).toBe(0)

  await fillInContact(page, 'Siete aperti?')
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

  await fillInContact(page, 'Siete aperti?')
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

test('a second submit during a request sends nothing, a sent form is empty and untouched, and text typed before hydration counts', async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await open(business.at('/'))
  const { name, email, message, privacy, send } = await fillInContact(page, 'Siete aperti?')
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

  for (const field of [name, email, message]) expect(await field.inputValue()).toBe('')
  expect(await privacy.isChecked()).toBe(false)
  await name.pressSequentially('x')
  expect(await page.getByText(/obbligatori|valida\.$/).count()).toBe(0)

  await page.unroute(CONTACT)
  const runScripts = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await fillInContact(page, 'E la domenica?')
  await email.fill('giulia')
  runScripts()
  await waitForHydration(page)

  await send.click()
  await expectVisible(page.getByText('Inserisci un’email valida.'))
  expect(await business.contactRequests()).toHaveLength(1)
  expect(await name.inputValue()).toBe('Giulia Verdi')

  // A slow browser can be late with its timers: none runs between these two submits.
  await email.fill('giulia')
  await email.evaluate((field: HTMLInputElement) => {
    const button = field.form!.querySelector<HTMLButtonElement>('[type=submit]')!
    button.click()
    field.value = 'giulia.verdi@posta.example'
    button.click()
  })
  await expectMessage(page, 'Richiesta inviata con successo.')
  expect(await business.contactRequests()).toMatchObject([{}, { name: 'Giulia Verdi', message: 'E la domenica?' }])
})
