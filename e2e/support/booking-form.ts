import type { Page } from 'playwright-core'
import { giulia } from './business.ts'
import { expectVisible, waitForHydration } from './expectations.ts'

/** Fills in the booking form, accepts the privacy policy and books; day and slot are already chosen. */
export async function bookAsGiulia(page: Pick<Page, 'getByRole' | 'evaluate'>) {
  const form = page.getByRole('form', { name: 'Completa la prenotazione' })
  await expectVisible(form)
  await waitForHydration(page)
  await form.getByLabel('Nome *', { exact: true }).fill(giulia.name)
  await form.getByLabel('Cognome *').fill(giulia.surname)
  await form.getByLabel('Email *').fill(giulia.email)
  await form.getByLabel('Telefono *').fill(giulia.telephone)
  await form.getByLabel(/Privacy Policy/).check()
  await form.getByRole('button', { name: 'Prenota' }).click()
}
