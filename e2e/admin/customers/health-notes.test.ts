import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { expectAccessible, expectGoodScreen } from '../../support/axe.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  pressEnter,
  tabTo,
} from '../../support/expectations.ts'
import { goTo } from '../../support/menu.ts'
import { PHONE, test } from '../../support/test.ts'

const SECRET = 'Allergia al nichel'
const LONG = 'Elettroencefalogramma'.repeat(8)

const pdf = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`,
)

test('an admin records a consent, then keeps notes and documents of a visit, all with the keyboard; another role sees them as soon as the admin chooses it', async ({
  newBusiness,
  openAdmin,
  onTestFinished,
}) => {
  const business = await newBusiness({ services: [{ allow_medical_notes: true }] })
  const booking = await business.insertBooking({ visit_day: business.day(-3), visit_hour: '10:00' })
  const page = await openAdmin(business, `/appointments/${booking}`, { width: PHONE, allowedErrors: /409|ApiError/ })
  const section = page.getByRole('region', { name: 'Note sulla salute' })

  await pressEnter(page.getByRole('link', { name: 'Note sulla salute' }))
  await expectFocused(section.getByRole('heading', { name: 'Note sulla salute' }))
  await tabTo(page, section.getByRole('button', { name: 'Mostra le note sulla salute' }))
  await page.keyboard.press('Enter')
  await expectVisible(section.getByText('serve il consenso esplicito del cliente'))
  await expectAccessible(page)
  await pressEnter(section.getByRole('button', { name: 'Registra il consenso' }))
  await expectMessage(page, 'Consenso registrato')
  await expectVisible(section.getByText(/^Consenso dato .* Su carta, firmato; registrato da Ada Neri il /))

  expect(await section.getByRole('combobox', { name: 'Visita' }).inputValue()).toBe(String(booking))
  const text = section.getByRole('textbox', { name: 'Nuova nota' })
  await pressEnter(section.getByRole('button', { name: 'Aggiungi la nota' }))
  await expectVisible(section.getByText('Scrivi la nota.'))
  await text.fill(SECRET)
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('nichel')
  await pressEnter(section.getByRole('button', { name: 'Aggiungi la nota' }))
  const note = section.getByRole('listitem').filter({ hasText: SECRET })
  await expectVisible(note.getByText(/^Visita di .*, Taglio$/))
  await expect.poll(() => text.inputValue()).toBe('')
  await text.fill(LONG)
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/health/notes', async (route) => {
    await mayGoOn
    await route.continue()
  })
  const add = section.getByRole('button', { name: 'Aggiungi la nota' })
  await pressEnter(add)
  await text.fill('Porta gli occhiali')
  goOn()
  await expectVisible(section.getByRole('listitem').filter({ hasText: LONG }))
  await expect.poll(() => add.isEnabled()).toBe(true)
  expect(await text.inputValue()).toBe('Porta gli occhiali')

  await pressEnter(note.getByRole('button', { name: 'Modifica' }))
  const edited = section.getByRole('form', { name: 'Modifica della nota' }).getByRole('textbox', { name: 'Nota' })
  await expectFocused(edited)
  const headers = { authorization: `Bearer ${await business.token()}` }
  const [, customer] = /customer\/(\d+)/.exec(page.url())!
  const path = `/customers/${customer}/health/notes`
  const { notes } = (await business.api('GET', path, undefined, headers)).body
  await business.api('PUT', `${path}/${notes[1].id}`, { text: 'Di un collega' }, headers)
  await edited.fill(`${SECRET} e al cobalto`)
  await page.keyboard.press('Tab')
  await pressEnter(section.getByRole('button', { name: 'Salva la nota' }))
  await expectVisible(section.getByRole('heading', { name: /qualcun altro ha modificato/ }))
  await expectFitsWidth(page)
  await pressEnter(section.getByRole('button', { name: 'Tieni i miei dati' }))
  await pressEnter(section.getByRole('button', { name: 'Salva la nota' }))
  const saved = section.getByRole('listitem').filter({ hasText: 'e al cobalto' })
  await expectFocused(saved.getByRole('button', { name: 'Modifica' }))
  await expectVisible(saved.getByText(/^Modificata da Ada Neri, /))

  const chooser = section.getByLabel('Aggiungi un documento')
  // By its path, since the bytes of a buffer would pass through the debugger.
  const large = join(await mkdtemp(join(tmpdir(), 'prenoto-document-')), 'finto.pdf')
  onTestFinished(() => rm(dirname(large), { recursive: true }))
  await writeFile(large, Buffer.alloc(6_000_000))
  await chooser.setInputFiles(large)
  await expectVisible(section.getByText('Il file è troppo grande: al massimo 5 MB.'))
  await chooser.setInputFiles({ name: `referto-${LONG}.pdf`, mimeType: 'application/pdf', buffer: pdf })
  const document = section.getByRole('listitem').filter({ hasText: 'referto-' })
  await pressEnter(document.getByRole('button', { name: /^Apri/ }))
  expect(await document.getByRole('link', { name: 'Visualizza il PDF' }).getAttribute('href')).toMatch(/^blob:/)
  await expectVisible(document.locator('iframe'))
  await expectGoodScreen(page)
  await pressEnter(document.getByRole('button', { name: /^Chiudi/ }))
  await expectHidden(document.locator('iframe'))

  await pressEnter(saved.getByRole('button', { name: 'Elimina' }))
  await pressEnter(section.getByRole('button', { name: 'Elimina per sempre' }))
  await expectHidden(saved)
  await expectFocused(section.getByRole('heading', { name: 'Note', exact: true }))

  await pressEnter(section.getByRole('button', { name: 'Revoca il consenso' }))
  await expectVisible(section.getByText(/1 nota e 1 documento/))
  await pressEnter(section.getByRole('button', { name: 'Registra la revoca' }))
  await expectVisible(section.getByText(/Nascosto: 1 nota e 1 documento\./))
  await expectHidden(section.getByText(LONG))
  await expectFitsWidth(page)
  await pressEnter(section.getByRole('button', { name: 'Elimina tutto' }))
  await pressEnter(section.getByRole('button', { name: 'Elimina per sempre' }))
  await expectHidden(section.getByText(/Nascosto/))
  await pressEnter(section.getByRole('button', { name: 'Nascondi le note sulla salute' }))
  await expectHidden(section.getByText(/Consenso revocato/))

  const editor = await openAdmin(business, `/customer/${customer}`, { role: 'editor' })
  const editorsNotes = editor.getByRole('heading', { name: 'Note sulla salute' })
  await expectVisible(editor.getByRole('heading', { name: 'Note dello staff' }))
  expect(await editorsNotes.count()).toBe(0)

  await goTo(page, '/setting?sezione=privacy')
  const access = page.getByRole('form', { name: 'Note sulla salute' })
  await access.getByRole('combobox', { name: 'Chi può leggerle e scriverle' }).selectOption('Amministratori ed editor')
  await pressEnter(access.getByRole('button', { name: 'Salva chi può leggerle' }))
  await expectMessage(page, 'Configurazioni salvate con successo')
  await expectFitsWidth(page)
  await editor.reload()
  await expectVisible(editorsNotes)
})
