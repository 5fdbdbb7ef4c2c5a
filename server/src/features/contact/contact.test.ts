import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

const aRequest = {
  name: 'Giulia Verdi',
  email: 'giulia.verdi@example.it',
  phone: '+39 333 123 4567',
  message: 'Vorrei un appuntamento.\nGrazie!',
  privacy: true,
}

const listRequests = (here: TestTenant) => here.db.selectFrom('contact_requests').selectAll().execute()

test('stores a contact request with its consent', { tags: ['1.3', '3.21', '7.30'] }, async () => {
  const here = await server.newTenant()

  const response = await here.post('/client/contact', aRequest)

  expect(response.statusCode).toBe(201)
  const [stored] = await listRequests(here)
  expect(response.json()).toEqual({ id: stored?.id })
  expect(stored).toMatchObject({
    name: 'Giulia Verdi',
    email: 'giulia.verdi@example.it',
    phone: '393331234567',
    message: 'Vorrei un appuntamento.\nGrazie!',
    privacy_version: '2026-11-27',
  })
  expect(stored?.consented_at.toString()).toBe(NOW.toString())
})

test('accepts a request without a message', { tags: ['5.12'] }, async () => {
  const here = await server.newTenant()

  const response = await here.post('/client/contact', { ...aRequest, message: undefined })

  expect(response.statusCode).toBe(201)
  expect(await listRequests(here)).toMatchObject([{ message: '' }])
})

test('stores a request once that is sent twice concurrently and repeated later', {
  tags: ['13.153'],
}, async () => {
  const here = await server.newTenant()

  const answers = await Promise.all([here.post('/client/contact', aRequest), here.post('/client/contact', aRequest)])
  answers.push(await here.post('/client/contact', { ...aRequest, email: 'Giulia.Verdi@example.it' }))

  const [stored, ...others] = await listRequests(here)
  expect(others).toEqual([])
  for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([201, { id: stored?.id }])
})

test.for([
  { message: 'Ancora io: anche per mia sorella.' },
  { name: 'Marta Verdi' },
  { phone: '0223456789' },
  { email: 'marta.verdi@example.it' },
])('stores a request with different content (%j) separately', async (other) => {
  const here = await server.newTenant()
  await here.post('/client/contact', aRequest)

  await here.post('/client/contact', { ...aRequest, ...other })

  expect(await listRequests(here)).toHaveLength(2)
})

test('stores the same request again after an hour, and at another business', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  await here.post('/client/contact', aRequest)
  await here.db
    .updateTable('contact_requests')
    .set({ consented_at: NOW.subtract({ hours: 1 }).toString() })
    .execute()

  for (const business of [here, elsewhere]) await business.post('/client/contact', aRequest)

  expect(await listRequests(here)).toHaveLength(2)
  expect(await listRequests(elsewhere)).toHaveLength(1)
})

test('stores a contact request only at its own business', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]

  await here.post('/client/contact', aRequest)

  expect(await listRequests(elsewhere)).toEqual([])
})

test.for([
  ['name', '', 'Il nome è obbligatorio.'],
  ['name', undefined, 'Il nome è obbligatorio.'],
  ['name', 'Vinci su www.evil.example', 'Non può contenere indirizzi web.'],
  ['email', '', 'L’email è obbligatoria.'],
  ['email', 'giulia@', 'Inserisci un’email valida.'],
  ['phone', '', 'Il telefono è obbligatorio.'],
  ['phone', undefined, 'Il telefono è obbligatorio.'],
  ['phone', 'dopo le 18', 'Devi inserire solo numeri.'],
  ['phone', '1234567', 'Numero troppo corto.'],
  ['phone', '1234567890123456', 'Numero troppo lungo.'],
  ['message', 'x'.repeat(2001), 'Usa al massimo 2000 caratteri.'],
  ['message', 'a\u0000b', 'Contiene caratteri non ammessi.'],
  ['message', 7, 'Valore non valido.'],
  ['privacy', false, 'Devi accettare la Privacy Policy.'],
  ['privacy', undefined, 'Devi accettare la Privacy Policy.'],
] as const)('rejects a request whose %s is %j: %s', { tags: ['5.12'] }, async ([field, value, message]) => {
  const here = await server.newTenant()

  const response = await here.post('/client/contact', { ...aRequest, [field]: value })

  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ detail: message, errors: [{ path: field, message }] })
  expect(response.json().errors).toHaveLength(1)
  expect(await listRequests(here)).toEqual([])
})
