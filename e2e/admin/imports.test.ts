import type { ImportOptions } from '@prenoto/core/imports/imports.endpoints.ts'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import type { Business } from '../support/business.ts'
import { expectFitsWidth, expectFocused, expectHidden, expectVisible, pressEnter } from '../support/expectations.ts'
import { test } from '../support/test.ts'

const PEOPLE = [1, 2, 3].map((i) => `Anna${i};Rossi;anna${i}@example.it;333100000${i}`)

const makeFile = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})

/** An import whose job was given up; its file has no further lines. */
async function insertStopped(business: Business) {
  const admin = await business.adminId()
  const options: ImportOptions = {
    fields: [],
    date_order: null,
    updates_present: false,
    service_names: [],
    calendar_names: [],
  }
  await business.insert('imports', {
    kind: 'customers',
    state: 'importing',
    file_name: 'fermo.csv',
    columns: '[]',
    options: JSON.stringify(options),
    lines: 500,
    progress: 200,
    progress_total: 500,
    created_at: new Date(),
    created_by: admin,
    run_by: admin,
  })
}

test('an admin imports customers in four clicks, undoes it, books the visits of a file, and resumes a stopped import', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/customer', { allowedErrors: /422|ApiError/ })
  await expectHidden(page.getByRole('link', { name: 'Importa' }))

  await page.getByRole('button', { name: 'Importa' }).click()
  await expectFocused(page.getByRole('heading', { level: 1, name: 'Importa' }))
  await page.getByLabel('File CSV').setInputFiles(makeFile('clienti.xlsx', 'PK\x03\x04'))
  await expectVisible(page.getByText(/scegli «Salva con nome» e il formato CSV/))
  const lines = [...PEOPLE, `${'a'.repeat(120)};Neri;lungo@example.it;`, 'Bea;Neri;bea@;']
  await page.getByLabel('File CSV').setInputFiles(makeFile('clienti.csv', 'Nome;Cognome;E-mail;Cellulare', ...lines))
  expect(await page.getByLabel('Cellulare').inputValue()).toBe('telephone')
  await page.getByRole('button', { name: 'Controlla il file' }).click()
  const start = page.getByRole('button', { name: 'Importa 3 clienti' })
  await expectVisible(start)
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Esito della prova' }))
  const rows = page.getByRole('region', { name: 'Righe del file' }).getByRole('row')
  await expectVisible(rows.nth(1).getByText('Errore: nome non valido o troppo lungo'))
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectFitsWidth(page)
  await start.click()

  await expectVisible(page.getByRole('heading', { level: 2, name: /^Importazione (in corso|finita)$/ }))
  // The address leads back to the import, also while it runs.
  await page.reload()
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Importazione finita' }))
  await pressEnter(page.getByRole('button', { name: 'Annulla importazione' }))
  const dialog = page.getByRole('dialog', { name: 'Annullare l’importazione?' })
  await expectVisible(dialog.getByText(/^3 clienti: tornano come prima/))
  await pressEnter(dialog.getByRole('button', { name: 'Annulla importazione' }))
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Importazione annullata' }))
  await expectFitsWidth(page)

  await pressEnter(page.getByRole('button', { name: 'Importa un altro file' }))
  await pressEnter(page.getByRole('button', { name: 'Prenotazioni future' }))
  await expectVisible(page.getByRole('button', { name: 'Prenotazioni future', pressed: true }))
  await expectVisible(page.getByRole('link', { name: 'clienti.csv' }))
  await page
    .getByLabel('File CSV')
    .setInputFiles(
      makeFile(
        'agenda.csv',
        'Data;Ora;Servizio;Cliente;Telefono',
        `${business.day(7)};23:30;Piega nuova;Bea Neri;3331112222`,
      ),
    )
  await pressEnter(page.getByRole('button', { name: 'Controlla il file' }))
  await page.getByLabel('Servizio «Piega nuova»').selectOption({ label: 'Taglio' })
  await pressEnter(page.getByRole('button', { name: 'Controlla di nuovo' }))
  await page.getByLabel(/^Importa comunque anche la prenotazione in conflitto/).check()
  await expectAccessible(page)
  await expectFitsWidth(page)
  await insertStopped(business)
  await pressEnter(page.getByRole('button', { name: 'Elimina il file' }))
  await expectVisible(page.getByLabel('File CSV'))
  await expectVisible(page.getByText('Clienti, 500 righe · Fermata, da riprendere'))
  await pressEnter(page.getByRole('link', { name: 'fermo.csv' }))
  await expectVisible(page.getByRole('heading', { level: 2, name: 'L’importazione si è fermata' }))
  await expectVisible(page.getByText('Fatte finora: 200 di 500 righe.'))
  await expectFitsWidth(page)
  await pressEnter(page.getByRole('button', { name: 'Riprendi' }))
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Importazione finita' }))
})
