import { setPoints } from '@prenoto/test-support/server/set-points.ts'
import { sharedLimitedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedLimitedServer()

const giulia = {
  name: 'Giulia Verdi',
  email: 'giulia.verdi@example.it',
  phone: '+39 333 123 4567',
  message: 'Vorrei un appuntamento.\r\nGrazie!',
  privacy: 'on',
  extra: '',
}

const send = ({ domain }: TestTenant, url: string, fields: Record<string, string>, headers = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { host: domain, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

const listRequests = ({ db }: TestTenant) =>
  db.selectFrom('contact_requests').select(['name', 'email', 'phone', 'message']).orderBy('id').execute()

test.for(['/', '/client_service'])(
  'the contact form of %s works without scripts',
  { tags: ['13.152'] },
  async (path) => {
    const here = await server.newTenant()

    const answer = await send(here, path, giulia)

    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(`${path}#richiesta-inviata`)
    const { name, email } = giulia
    expect(await listRequests(here)).toEqual([
      { name, email, phone: '393331234567', message: 'Vorrei un appuntamento.\nGrazie!' },
    ])
  },
)

test('an invalid value is reported at its field, and the typed values stay', async () => {
  const here = await server.newTenant()
  const { privacy: _, ...typed } = { ...giulia, phone: '12' }

  const { statusCode, headers, body } = await send(here, '/client_service?last_id=3', typed)

  expect(statusCode).toBe(422)
  expect(headers['cache-control']).toBe('no-store')
  for (const message of ['Numero troppo corto.', 'Devi accettare la Privacy Policy.']) expect(body).toContain(message)
  expect(body).toMatch(
    /<input[^>]* name="phone"[^>]* value="12"[^>]* autofocus|<input[^>]* autofocus[^>]* name="phone"/,
  )
  expect(body).toContain('Vorrei un appuntamento.')
  expect(await listRequests(here)).toEqual([])
  expect((await here.page('/client_service')).body).not.toContain('Numero troppo corto.')
})

test('a form post from another site sends nothing', async () => {
  const here = await server.newTenant()
  const answer = await send(here, '/', giulia, { 'sec-fetch-site': 'cross-site' })
  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toBe('/')
  expect(await listRequests(here)).toEqual([])
})

test('an embedded contact form shows a refusal within the frame', async () => {
  const here = await server.newTenant({ app_embed_origins: 'https://www.salone.it' })
  const within = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }
  await setPoints(server, { [`contact:${here.id}/127.0.0.1`]: 60 })

  const { statusCode, headers, body } = await send(here, '/client_service', giulia, within)

  expect(statusCode).toBe(429)
  expect(headers['content-security-policy']).toContain('frame-ancestors https://www.salone.it')
  expect(headers).not.toHaveProperty('x-frame-options')
  expect(body).toMatch(/<form action="\/client_service" method="post" target="_self"/)
  expect(body).not.toContain('<footer')
  expect((await send(here, '/client_service', giulia)).headers['content-security-policy']).toContain(
    `frame-ancestors 'none'`,
  )
})

test('beyond the limit the form asks to call the business and keeps the typed values', async () => {
  const here = await server.newTenant()
  await setPoints(server, { [`contact:${here.id}/127.0.0.1`]: 2 })
  expect((await send(here, '/', { ...giulia, message: 'Altra richiesta' })).statusCode).toBe(303)

  const { statusCode, body } = await send(here, '/', giulia)

  expect(statusCode).toBe(429)
  expect(body).toContain('accetta richieste solo con JavaScript attivo: accendilo e riprova, oppure contattaci.')
  expect(body).toContain('name="email" value="giulia.verdi@example.it"')
  expect(await listRequests(here)).toHaveLength(1)
})
