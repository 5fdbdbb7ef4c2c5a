import { webhookReceiver } from '@prenoto/test-support/http/webhook-receiver.ts'
import { expect } from 'vitest'
import {
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  pressEnter,
  tabTo,
} from '../../support/expectations.ts'
import { PHONE, test } from '../../support/test.ts'

test('an administrator makes a key with the keyboard, copies it, uses it and revokes it; a program is told of bookings, tried and paused, and its log is read', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness({ services: [{ visible_api: true }] })
  const page = await openAdmin(business, '/setting?sezione=programmi', { width: PHONE, allowedErrors: /422|ApiError/ })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const section = page.getByRole('region', { name: 'Programmi collegati' })
  const dialog = page.getByRole('dialog')
  await expectVisible(section.getByText('Nessun programma ha una chiave.'))

  await pressEnter(section.getByRole('button', { name: 'Aggiungi una chiave' }))
  await tabTo(page, dialog.getByLabel('Nome del programma'))
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByText('Scrivi il nome del programma.'))
  await page.keyboard.type('Cassa')
  await tabTo(page, dialog.getByLabel('Leggere servizi, orari e prenotazioni'))
  await page.keyboard.press('Space')
  await pressEnter(dialog.getByRole('button', { name: 'Crea la chiave' }))
  await expectVisible(dialog.getByText('Scegli almeno un permesso.'))
  await dialog.getByLabel('Leggere servizi, orari e prenotazioni').press('Space')
  await pressEnter(dialog.getByRole('button', { name: 'Crea la chiave' }))
  await expectHidden(dialog)

  const field = section.getByLabel('Chiave', { exact: true })
  await expectFocused(field)
  const key = await field.inputValue()
  await pressEnter(section.getByRole('button', { name: 'Copia la chiave' }))
  await expectMessage(page, 'Chiave copiata.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  const answer = await business.api('GET', '/services', undefined, { authorization: `Bearer ${key}` })
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ services: [expect.anything()] })])
  await pressEnter(section.getByRole('button', { name: 'Ho finito' }))
  await expectHidden(field)
  await expectFocused(section.getByRole('button', { name: 'Aggiungi una chiave' }))

  await page.reload()
  const row = section.getByRole('listitem').filter({ hasText: 'Cassa' })
  await expectVisible(row.getByText(/^Usata l’ultima volta il /))
  expect(await section.textContent()).not.toContain(key)
  await pressEnter(row.getByRole('button', { name: 'Revoca Cassa' }))
  await pressEnter(dialog.getByRole('button', { name: 'Revoca' }))
  await expectMessage(page, 'Chiave revocata.')
  await expectHidden(row)
  await expectFocused(section.getByRole('button', { name: 'Aggiungi una chiave' }))
  expect((await business.api('GET', '/services', undefined, { authorization: `Bearer ${key}` })).status).toBe(401)

  const receiver = await webhookReceiver()
  try {
    await pressEnter(section.getByRole('button', { name: 'Aggiungi un programma da avvisare' }))
    const address = dialog.getByLabel('Indirizzo del programma')
    await address.fill('http://10.0.0.1/')
    await page.keyboard.press('Enter')
    await expectVisible(dialog.getByText(/^Questo indirizzo non si può raggiungere/))
    await address.fill(receiver.url)
    await page.keyboard.press('Enter')
    await expectHidden(dialog)
    await expectFocused(section.getByLabel('Codice di firma'))
    await pressEnter(section.getByRole('button', { name: 'Ho finito' }))

    const notified = section.getByRole('list', { name: 'Programmi avvisati' }).getByRole('listitem')
    await pressEnter(notified.getByRole('button', { name: /^Invia una prova/ }))
    await expectMessage(page, 'Prova in partenza: guarda gli ultimi avvisi.')
    await pressEnter(notified.getByRole('button', { name: /^Ultimi avvisi/ }))
    // A busy machine may be too late for the first attempt.
    await expectVisible(dialog.getByText(/^(Consegnato|Riprovo) il /).first())
    const count = receiver.received.length
    await pressEnter(dialog.getByRole('button', { name: /^Invia di nuovo Prova/ }).first())
    await expect.poll(() => receiver.received.length).toBeGreaterThan(count)
    await page.keyboard.press('Escape')

    await pressEnter(notified.getByRole('button', { name: /^Metti in pausa/ }))
    await expectVisible(notified.getByText('In pausa', { exact: true }))
    await pressEnter(notified.getByRole('button', { name: /^Togli/ }))
    await pressEnter(dialog.getByRole('button', { name: 'Togli' }))
    await expectVisible(section.getByText('Nessun programma viene avvisato.'))
  } finally {
    await receiver.close()
  }
})
