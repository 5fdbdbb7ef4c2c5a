import { expect, test } from 'vitest'
import { fileServer } from '../../test/test-server.ts'

const server = await fileServer()

async function newShop() {
  const { domain, newService } = await server.newTenant()
  const { id } = await newService()
  return async (query = '') => {
    const page = await server.app.inject({ url: `/client_service/${id}/booking${query}`, headers: { host: domain } })
    expect(page.statusCode).toBe(200)
    return {
      chosen: [...page.body.matchAll(/value="([^"]*)"[^>]*aria-pressed="true"/g)].map(([, value]) => value),
      isFormShown: !/<form[^>]* hidden\b[^>]*aria-labelledby="booking-title"/.test(page.body),
      canonical: /rel="canonical" href="([^"]*)"/.exec(page.body)![1],
      body: page.body,
    }
  }
}

test('an address that names a day and an hour shows both as chosen, to whoever asks for it alone', async () => {
  const open = await newShop()
  const plain = await open()
  expect(plain).toMatchObject({ chosen: ['2026-11-21'], isFormShown: false })

  const chosen = await open('?giorno=2026-11-24&ora=15:00')

  expect(chosen).toMatchObject({ chosen: ['2026-11-24', '15:00'], isFormShown: true })
  expect(chosen.canonical).toBe(plain.canonical)
  expect((await open()).body).toBe(plain.body)
  expect(await open('?giorno=2026-11-23&ora=09%3A00')).toMatchObject({ chosen: ['2026-11-23', '09:00'] })
  expect(await open('?giorno=2026-11-25')).toMatchObject({ chosen: ['2026-11-25'], isFormShown: false })
})

test('an hour that is not free any more is shown as such, and nothing is chosen in its place', async () => {
  const open = await newShop()
  const page = await open('?giorno=2026-11-24&ora=13:30')
  expect(page).toMatchObject({ chosen: ['2026-11-24'], isFormShown: true })
  expect(page.body).toContain('<s>13:30</s>')
})

test.each(['?giorno=2026-11-20&ora=09:00', '?giorno=2199-12-31'])(
  'a day that cannot be booked is passed over: %s',
  async (query) => {
    const open = await newShop()
    expect(await open(query)).toMatchObject({ chosen: ['2026-11-21'], isFormShown: false })
  },
)

test.each([
  '?giorno=31-11-2026',
  '?giorno=<script>&ora=09:00',
  '?giorno=2026-11-24&giorno=2026-11-25',
  '?ora=09:00',
  '?giorno[]=2026-11-24',
  '?__proto__=x&constructor=y&giorno=',
  `?${'giorno=x&'.repeat(500)}`,
])('an address that says nothing is answered with the page that is kept for everybody: %s', async (query) => {
  const open = await newShop()
  const plain = await open()
  const page = await open(encodeURI(query))
  expect(page.body).toBe(plain.body)
})
