import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { arrivedAt, seen } from '../support/look.ts'
import { test, WIDTHS } from '../support/test.ts'

test.for(WIDTHS)(
  'the list keeps addresses to itself, a customer’s page shows them, %i px wide',
  async (width, { enter, newShop }) => {
    const shop = await newShop()
    for (const [i, name] of ['Anna', 'Bruno', 'Carla'].entries())
      await shop.insert('customers', {
        identity: name,
        name,
        surname: 'Rossi',
        email: `${name.toLowerCase()}@posta.example`,
        telephone: `333000000${i}`,
      })
    const page = await enter(shop, '/customer', { width })
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await seen(page.getByRole('heading', { level: 1, name: 'Elenco Clienti' }))
    await seen(row('Anna'))
    expect(await page.getByRole('table').textContent()).not.toMatch(/@|333/)
    await row('Anna').click()
    expect(new URL(page.url()).pathname).toBe('/customer')

    await page.getByRole('button', { name: 'Mostra i recapiti' }).click()
    await page.waitForURL(/\/customer\/\d+$/)
    await seen(page.getByRole('heading', { level: 1, name: 'Elenco Clienti' }))
    await expect
      .poll(() => row('Anna').getByRole('cell').allInnerTexts())
      .toEqual(['Anna', 'Rossi', 'anna@posta.example', '3330000000'])

    const before = page.url()
    await row('Bruno').click()
    await expect.poll(() => row('Bruno').getAttribute('aria-current')).toBe('true')
    expect(page.url()).not.toBe(before)
    await page.getByRole('button', { name: 'Nascondi i recapiti' }).click()
    await arrivedAt(page, '/customer')
  },
)

test('a customer who does not exist is said not to, and nobody is looked for', async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/customer/999999', { tolerates: /404/ })
  await seen(page.getByText('Questo cliente non esiste o è stato cancellato.'))
  await page.getByRole('button', { name: 'Torna all’elenco' }).click()
  await arrivedAt(page, '/customer')
})

test('customers past the first page are there too, each once', async ({ enter, newShop }) => {
  const shop = await newShop()
  for (let i = 1; i <= 23; i += 1)
    await shop.insert('customers', {
      identity: `c${i}`,
      name: `Cliente ${i}`,
      surname: 'Rossi',
      email: 'c@posta.example',
      telephone: '3330000000',
    })
  const page = await enter(shop, '/customer')
  const next = page.getByRole('button', { name: 'Next' })
  const names = page.getByRole('cell').filter({ hasText: 'Cliente' })
  const found: string[] = []
  for (const count of [10, 10, 3]) {
    await expect.poll(() => names.count()).toBe(count)
    found.push(...(await names.allInnerTexts()))
    if (count === 10) await next.click()
  }
  expect(new Set(found).size).toBe(23)
  await seen(page.getByText('Page 3 of 3'))
  expect(await next.isDisabled()).toBe(true)

  const sought = page.getByRole('searchbox', { name: 'Cerca nell’elenco' })
  await sought.fill('cliente 17')
  await expect.poll(() => names.allInnerTexts()).toEqual(['Cliente 17'])
  await sought.fill('nessuno')
  await seen(page.getByText('Nessun cliente trovato.').first())
  await expectAccessible(page)
  await sought.fill('')
  for (const _ of [1, 2]) await next.click()
  await seen(page.getByText('Page 3 of 3'))

  const shown = () => page.getByRole('cell', { name: /^Cliente/ }).allInnerTexts()
  const third = await shown()
  await page.getByRole('button', { name: 'Mostra i recapiti' }).click()
  await seen(page.getByText('c@posta.example').first())
  expect(await shown()).toEqual(third)
  await page.getByRole('button', { name: 'Previous' }).click()
  await seen(page.getByText('Page 2 of 3'))
  const second = await shown()
  await page.getByRole('button', { name: 'Nascondi i recapiti' }).click()
  await arrivedAt(page, '/customer')
  await seen(page.getByText('Page 2 of 3'))
  expect(await shown()).toEqual(second)
})
