import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import { PASSWORD } from '../../support/business.ts'
import { expectFitsWidth, expectFocused, expectVisible, pressEnter, tabTo } from '../../support/expectations.ts'
import { PHONE, test } from '../../support/test.ts'

test('an admin proves who they are, has a copy of all data made, again after a failure, and downloads it', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/setting?sezione=copia', { width: PHONE, allowedErrors: /428/ })
  const section = page.getByRole('region', { name: 'Una copia dei tuoi dati' })
  const request = section.getByRole('button', { name: 'Prepara una copia' })
  await expectVisible(request)
  await business.expireProofs()
  await tabTo(page, request)
  await page.keyboard.press('Enter')
  const password = page.getByRole('dialog', { name: 'Conferma che sei tu' }).getByLabel('Password')
  await password.fill(PASSWORD)
  let state = 'making'
  await page.route('**/api/data_copies', (route) => {
    const copy = { id: 1, made_at: null, expires_at: '29-11-2026 09:45', size: null, state }
    return route.fulfill(
      route.request().method() === 'POST' ? { status: 201, json: copy } : { status: 200, json: { copy } },
    )
  })
  await page.keyboard.press('Enter')
  await expectVisible(section.getByText('Stiamo preparando la copia. Puoi chiudere questa pagina: la ritrovi qui.'))
  expect(await section.getByRole('button', { name: 'Preparazione in corso' }).isDisabled()).toBe(true)
  state = 'failed'
  await expectVisible(section.getByText(/^Non è stato possibile preparare la copia\./))
  await page.unroute('**/api/data_copies')
  await pressEnter(section.getByRole('button', { name: 'Riprova' }))

  await expectVisible(section.getByText(/^Copia del .+, \d+ kB: disponibile fino al .+\.$/))
  await expectFocused(section.getByRole('button', { name: 'Prepara una nuova copia' }))
  await expectFitsWidth(page)
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Shift+Tab')
  await expectFocused(section.getByRole('button', { name: 'Scarica la copia' }))
  await page.keyboard.press('Enter')
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^prenoto-.+-\d{4}-\d\d-\d\d\.zip$/)
  expect((await readFile(await file.path())).subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
})
