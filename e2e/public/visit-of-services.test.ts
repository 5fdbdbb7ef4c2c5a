import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import { expectFitsWidth, expectFocused, expectVisible, tabTo, waitForPath } from '../support/expectations.ts'
import { PHONE, test } from '../support/test.ts'

const LONG = { id: 12, name: 'capelli lunghi', duration: 60, amount: '42.00', discounted_amount: null }
const SHORT = { id: 11, name: 'capelli corti', duration: 30, amount: '25.00', discounted_amount: null }

const salon = {
  configuration: { app_services_per_visit: 3 },
  services: [
    { name: 'Taglio', duration: 30, variants: JSON.stringify([SHORT, LONG]) },
    { name: 'Colore con riflessi e trattamento alla cheratina', duration: 90, amount: '50.00' },
  ],
}

test('cut and colour are booked in one visit, on one page and by keyboard', async ({ open, newBusiness }) => {
  const business = await newBusiness(salon)
  const page = await open(business.at('/client_service'), { width: PHONE })
  const first = page.getByRole('article', { name: 'Taglio' })
  await expectVisible(first.getByText('da 25,00 €'))
  await first.getByRole('link').click()

  await expectVisible(page.getByRole('radio', { name: 'capelli corti 30 minuti', checked: true }))
  await tabTo(page, page.getByRole('radio', { name: /capelli corti/ }))
  await page.keyboard.press('ArrowRight')
  await expectVisible(page.getByRole('radio', { name: /capelli lunghi/, checked: true }))
  await expectVisible(page.getByText('42,00 €', { exact: true }))
  expect(new URL(page.url()).search).toBe('?variante=12')

  await tabTo(page, page.getByRole('button', { name: 'Aggiungi un altro servizio' }))
  await page.keyboard.press('Enter')
  await expectFocused(page.getByRole('heading', { name: 'Cosa vuoi aggiungere?' }))
  await tabTo(page, page.getByRole('button', { name: /Colore/ }))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('150 minuti'))
  expect(new URL(page.url()).search).toBe(`?variante=12&poi=${business.serviceIds[1]}`)
  await page.reload()
  await expectVisible(page.getByRole('list', { name: 'I servizi della visita' }).getByText(/Colore con riflessi/))
  await expectFitsWidth(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: '10:00' }).click()
  await bookAsGiulia(page)
  await waitForPath(page, '/thank_you')
  await expectVisible(page.getByText('Taglio · capelli lunghi + Colore con riflessi e trattamento alla cheratina'))
  await expectVisible(page.getByText('92,00 €'))
})
