import { expect } from 'vitest'
import { CONTACT, contactFormOf, fillInContact } from '../support/contact-form.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { alive, focused, gone, seen, told } from '../support/look.ts'
import { test } from '../support/test.ts'

/** What every form of visitors does, tried on the smallest one that has lines, several lines and a box to tick. */

const refusal = (...errors: { path: string; message: string }[]) => ({
  status: 422,
  contentType: 'application/problem+json',
  json: { detail: 'Dati non validi.', errors },
})

test('a message comes when its field is left, and follows each keystroke from then on', { tags: ['5.1'] }, async ({
  open,
  newShop,
}) => {
  const page = await open((await newShop()).at('/'))
  const { email, message } = contactFormOf(page)
  const invalid = page.getByText('Inserisci un’email valida.')

  await email.pressSequentially('giulia@')
  expect(await invalid.count()).toBe(0)
  await message.focus()
  await seen(invalid)
  expect(await email.getAttribute('aria-invalid')).toBe('true')

  await email.pressSequentially('posta.example')
  await gone(invalid)
  expect(await email.getAttribute('aria-invalid')).toBeNull()
  await email.fill('')
  await seen(page.getByText('L’email è obbligatoria.'))
  expect(await page.getByText('Il nome è obbligatorio.').count()).toBe(0)
})

test('what is wrong is never sent, and the focus goes to the first of it on the screen', { tags: ['5.1'] }, async ({
  open,
  newShop,
}) => {
  const page = await open((await newShop()).at('/'))
  const { phone, email, name, send } = await fillInContact(page, 'Siete aperti?')
  const sent: string[] = []
  page.on('request', (request) => CONTACT.test(request.url()) && sent.push(request.url()))
  await phone.fill('12')
  await email.fill('')

  await send.click()
  await focused(email)
  await seen(page.getByText('Numero troppo corto.'))

  await email.fill('giulia.verdi@posta.example')
  await name.press('Enter')
  await focused(phone)
  expect(sent).toEqual([])
})

test('what the server refuses stands at its fields until they change', async ({ open, newShop }) => {
  const page = await open((await newShop()).at('/'), { tolerates: /422|ApiError/ })
  const { name, phone, message, send } = await fillInContact(page, 'Siete aperti?')
  const [tooLong, tooShort] = [page.getByText('Troppo lungo.'), page.getByText('Numero sconosciuto.')]
  const errors = [
    { path: 'message', message: 'Troppo lungo.' },
    { path: 'phone', message: 'Numero sconosciuto.' },
    { path: 'phone', message: 'Un secondo problema.' },
  ]
  await page.route(CONTACT, (route) => route.fulfill(refusal(...errors)), { times: 1 })

  await send.click()

  await focused(phone)
  await seen(tooLong)
  await seen(tooShort)
  expect(await page.getByText('Un secondo problema.').count()).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(0)
  await phone.pressSequentially('8')
  await gone(tooShort)
  await seen(tooLong)
  expect(await name.inputValue()).toBe('Giulia Verdi')

  await page.route(CONTACT, (route) => route.fulfill(refusal({ path: 'elsewhere', message: 'Altrove.' })), { times: 1 })
  await send.click()
  await seen(page.getByRole('alert').filter({ hasText: 'Dati non validi.' }))
  await gone(tooLong)
  expect(await message.inputValue()).toBe('Siete aperti?')
})

test('once it is sent the form is as new: empty, and nothing counts as touched', async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/'))
  const { name, email, message, privacy, send } = await fillInContact(page, 'Siete aperti?')
  await send.click()
  await told(page, 'Richiesta inviata con successo.')

  for (const field of [name, email, message]) expect(await field.inputValue()).toBe('')
  expect(await privacy.isChecked()).toBe(false)
  await email.pressSequentially('x')
  expect(await page.getByText(/obbligatori|valida\.$/).count()).toBe(0)
})

test('a press while it is under way sends nothing more', async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/'))
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
  await told(page, 'Richiesta inviata con successo.')
  expect(calls).toBe(1)
  expect(await shop.contactRequests()).toHaveLength(1)
})

test('what was typed before the page came alive counts', async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/'))
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  const { name, email, send } = await fillInContact(page, 'Siete aperti?')
  await email.fill('giulia')
  release()
  await alive(page.locator('html'))

  await send.click()
  await seen(page.getByText('Inserisci un’email valida.'))
  expect(await shop.contactRequests()).toEqual([])
  expect(await name.inputValue()).toBe('Giulia Verdi')
  await email.fill('giulia.verdi@posta.example')
  await send.click()
  await told(page, 'Richiesta inviata con successo.')
  expect(await shop.contactRequests()).toMatchObject([{ name: 'Giulia Verdi', message: 'Siete aperti?' }])
})
