import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { readCalendar } from '@prenoto/test-support/formats/calendar-file.ts'
import { expect } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { expectAccessible } from '../../support/axe.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  pressEnter,
} from '../../support/expectations.ts'
import { showPage } from '../../support/menu.ts'
import { PHONE, test } from '../../support/test.ts'

/** Reads the link as a calendar program does. */
async function read(address: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const { hostname, host, port, pathname } = new URL(address)
  expect(hostname).toMatch(/\.localhost$/)
  get({ host: '127.0.0.1', port, path: pathname, headers: { host } }, async (response) =>
    resolve({ status: response.statusCode!, body: await text(response) }),
  ).on('error', reject)
  return promise
}

test('an operator finds the sections of their own account; creates, renews and revokes the link of their calendar feed, and one of one calendar without names', {
  tags: ['4.44', '13.173'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await business.book({ visit_day: business.day(1), visit_hour: '10:00' })
  const page = await openAdmin(business, '/setting?sezione=calendario', { width: PHONE, role: 'operator' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const section = page.getByRole('region', { name: 'Calendario del telefono' })
  const press = (name: string) => pressEnter(section.getByRole('button', { name }))

  await press('Crea il link')
  const field = section.getByLabel('Link del calendario')
  await expectFocused(field)
  const first = await field.inputValue()
  expect(
    await field.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart!, input.selectionEnd!)),
  ).toBe(first)
  await press('Copia il link')
  await expectMessage(page, 'Link copiato.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  expect(await section.getByRole('link', { name: 'Apri nel calendario' }).getAttribute('href')).toBe(
    first.replace('http', 'webcal'),
  )
  expect(readCalendar((await read(first)).body).entries).toMatchObject([
    { uid: expect.stringMatching(/^[0-9a-f]{32}@prenoto$/), summary: 'Taglio: Giulia Verdi' },
  ])

  await showPage(page, '/setting?sezione=sito')
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Informazioni personali' }))
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Modifica password' }))
  await expectVisible(page.getByRole('main').getByText(`Prenoto, rilascio ${packageJson.version}`))
  const menu = page.getByRole('navigation', { name: 'Sezioni delle impostazioni' })
  await menu.getByRole('button', { name: /^Sezione:/ }).click()
  expect(await menu.getByRole('link').allInnerTexts()).toEqual([
    'Profilo',
    'Password',
    'Accesso sicuro',
    'Dispositivi',
    'Calendario del telefono',
    'Lista d’attesa',
    'Richieste di contatto',
    'Guida',
  ])
  await menu.getByRole('link', { name: 'Calendario del telefono' }).click()
  await expectVisible(section.getByText(/^Hai un link attivo dal \d\d-\d\d-\d{4}\./))
  await expectHidden(field)
  await press('Crea un nuovo link')
  await expectFocused(field)
  const second = await field.inputValue()
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])

  await press('Revoca il link')
  await expectMessage(page, 'Link revocato.')
  await expectHidden(field)
  await expectFocused(section.getByRole('button', { name: 'Crea il link' }))
  expect((await read(second)).status).toBe(404)

  await pressEnter(section.getByRole('button', { name: 'Altri link' }))
  await section.getByRole('button', { name: /Calendario$/ }).click()
  await page.getByRole('option', { name: 'Sala' }).click()
  await section.getByLabel('Mostra nomi e telefoni dei clienti').uncheck()
  await section.getByRole('button', { name: 'Crea un altro link' }).click()
  const address = await section.getByLabel('Altro link del calendario').inputValue()
  expect(readCalendar((await read(address)).body).entries).toMatchObject([{ summary: 'Taglio', description: null }])
  await expectFitsWidth(page)
  await expectAccessible(page)

  await section.getByRole('button', { name: 'Revoca Sala, senza nomi' }).click()
  await expectMessage(page, 'Link revocato.')
  await expectFocused(section.getByRole('button', { name: 'Crea un altro link' }))
  expect((await read(address)).status).toBe(404)
})
