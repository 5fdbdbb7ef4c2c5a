import type { Page } from 'playwright-core'
import { alive } from './look.ts'
import { giulia } from './shop.ts'

/** Fills in who comes, agrees and books; day and slot are chosen by then. */
export async function bookAsGiulia(page: Pick<Page, 'getByRole'>) {
  const form = page.getByRole('form', { name: 'Completa la prenotazione' })
  await alive(form)
  await form.getByLabel('Nome *', { exact: true }).fill(giulia.name)
  await form.getByLabel('Cognome *').fill(giulia.surname)
  await form.getByLabel('Email *').fill(giulia.email)
  await form.getByLabel('Telefono *').fill(giulia.telephone)
  await form.getByLabel(/Privacy Policy/).check()
  await form.getByRole('button', { name: 'Prenota' }).click()
}
