import type { Page } from 'playwright-core'

export const CONTACT = /\/api\/client\/contact/

export const findContactForm = (page: Page) => {
  const form = page.getByRole('form', { name: 'Contattaci' })
  return {
    name: form.getByLabel('Nome e cognome *'),
    email: form.getByLabel('Email *'),
    phone: form.getByLabel('Telefono *'),
    message: form.getByLabel('Messaggio'),
    privacy: form.getByLabel(/Privacy Policy/),
    send: form.getByRole('button', { name: 'Invia' }),
  }
}

/** Fills in all fields of the contact form; the message is optional. */
export async function fillInContact(page: Page, message = '') {
  const fields = findContactForm(page)
  await fields.name.fill('Giulia Verdi')
  await fields.email.fill('giulia.verdi@posta.example')
  await fields.phone.fill('333 123 4567')
  await fields.message.fill(message)
  await fields.privacy.check()
  return fields
}
