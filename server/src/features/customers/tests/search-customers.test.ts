import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let staff: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  staff = await here.as('operator')
})

/** Creates customers by full name; the first name is the first word or the part before a comma. */
async function newCustomers(of: TestTenant, ...people: [fullName: string, telephone?: string, email?: string][]) {
  for (const [i, [fullName, telephone = `340000000${i}`, email = `p${i}@posta.example`]] of people.entries()) {
    const [name, surname] = fullName.split(fullName.includes(', ') ? ', ' : ' ') as [string, string]
    const person = { name, surname, email, telephone }
    await of.db
      .insertInto('customers')
      .values({ tenant_id: of.id, identity: customerIdentity(person), ...person })
      .execute()
  }
}

type Found = { id: number; name: string; surname: string; last_visit: string | null; last_service_id: number | null }

async function search(typed: string, limit = ''): Promise<Found[]> {
  const answer = await staff.get(`/customers/search?q=${encodeURIComponent(typed)}${limit}`)
  expect([typed, answer.statusCode]).toEqual([typed, 200])
  return answer.json().customers
}

const findNames = async (typed: string) => (await search(typed)).map(({ name, surname }) => `${name} ${surname}`)

test('finds customers by name or surname in any order, with or without accents, apostrophes and spaces', {
  tags: ['13.92'],
}, async () => {
  await newCustomers(
    here,
    ['Nicolò D’Angelo'],
    ['Maria Grazia, De Luca'],
    ['Anna-Maria, Rossi'],
    ['Jürgen Groß'],
    ['Łukasz Nowak'],
    ['Иван Петров'],
    ['Studio, 54 Nord'],
  )
  const all: [typed: string, found: string][] = [
    ['ni', 'Nicolò D’Angelo'],
    ['NICOLO', 'Nicolò D’Angelo'],
    ['nicolo\u0300', 'Nicolò D’Angelo'],
    ["d'angelo", 'Nicolò D’Angelo'],
    ['D’ANGELO', 'Nicolò D’Angelo'],
    ['dangelo', 'Nicolò D’Angelo'],
    ['angelo nic', 'Nicolò D’Angelo'],
    ['de luca', 'Maria Grazia De Luca'],
    ['DeLuca', 'Maria Grazia De Luca'],
    ['  luca   maria ', 'Maria Grazia De Luca'],
    ['mariagrazia', 'Maria Grazia De Luca'],
    ['grazia', 'Maria Grazia De Luca'],
    ['gra de', 'Maria Grazia De Luca'],
    ['anna rossi', 'Anna-Maria Rossi'],
    ['jurgen gross', 'Jürgen Groß'],
    ['lukasz', 'Łukasz Nowak'],
    ['ПЕТ', 'Иван Петров'],
    ['studio 54', 'Studio 54 Nord'],
  ]
  for (const [typed, expectedName] of all) expect([typed, await findNames(typed)]).toEqual([typed, [expectedName]])
})

test('finds a telephone number by any part of it in any format', { tags: ['13.92'] }, async () => {
  await newCustomers(
    here,
    ['Anna Neri', '3331234567'],
    ['Bruno Neri', '393331234568'],
    ['Carla Neri', '0612345'],
    ['Dino Neri', 'int. 12'],
  )

  expect(await findNames('4567')).toEqual(['Anna Neri'])
  for (const typed of ['234567', '345 67', '+39 333 1234567', '0039 333-123.4567', '+393331234567', '(333) 123 4567'])
    expect([typed, await findNames(typed)]).toEqual([typed, ['Anna Neri']])
  expect(await findNames('+39 333 123 4568')).toEqual(['Bruno Neri'])
  const whole = '393331234568'
  for (let from = 0; from + 3 <= whole.length; from += 1)
    for (const to of [from + 3, whole.length])
      expect([from, to, await findNames(whole.slice(from, to))]).toEqual([
        from,
        to,
        expect.arrayContaining(['Bruno Neri']),
      ])
  expect(await findNames('345')).toEqual(['Carla Neri', 'Bruno Neri', 'Anna Neri'])
  expect(await findNames('bru 3331')).toEqual(['Bruno Neri'])
  expect(await findNames('dino 3331')).toEqual([])
})

test('finds an e-mail address by its prefix', { tags: ['13.92'] }, async () => {
  await newCustomers(
    here,
    ['Anna Neri', undefined, 'Anna.1985@posta.example'],
    ['Bruno Bianchi', undefined, 'b-b@x.example'],
  )

  for (const typed of ['anna.1985@', 'ANNA.19', 'anna.1985@posta.example'])
    expect([typed, await findNames(typed)]).toEqual([typed, ['Anna Neri']])
  expect(await findNames('b-b@')).toEqual(['Bruno Bianchi'])
  expect(await findNames('posta.example')).toEqual([])
})

test('finds similar names if nothing matches exactly', { tags: ['13.92'] }, async () => {
  await newCustomers(here, ['Mario Esposito'], ['Carla Rossi'])

  for (const typed of [
    'Espsito',
    'Esposiito',
    'Espoisto',
    'Ezposito',
    'Sposito',
    'mraio',
    'mario espozito',
    'esposito mraio',
  ])
    expect([typed, await findNames(typed)]).toEqual([typed, ['Mario Esposito']])
  for (const typed of ['Szpzozyto', 'rzs1', 'xyz']) expect([typed, await findNames(typed)]).toEqual([typed, []])
})

test('sorts whole words before prefixes, then by latest visit, and similar names last', {
  tags: ['13.92'],
}, async () => {
  await newCustomers(here, ['Rosa Rossini'], ['Marco Ross'], ['Anna Rossi'], ['Bruno Rossi'])
  const service = await here.newService()
  const bruno = { name: 'Bruno', surname: 'Rossi', email: 'p3@posta.example' }
  await here.book(service.id, bruno)
  await here.book(service.id, { ...bruno, visit_day: '2026-11-25' })
  const carlo = { name: 'Carlo', surname: 'Rossi', email: 'c@posta.example' }
  const gone = (await here.book(service.id, { ...carlo, visit_day: '2026-11-26' })).json()
  await here.delete(`/client/bookings/delete/${gone.hidden_id}`)

  expect(await findNames('rossi')).toEqual(['Bruno Rossi', 'Carlo Rossi', 'Anna Rossi', 'Rosa Rossini'])
  expect((await search('rossi', '&limit=2')).length).toBe(2)
  const hasMore = async (limit: number) => (await staff.get(`/customers/search?q=rossi&limit=${limit}`)).json().has_more
  expect(await Promise.all([3, 4].map(hasMore))).toEqual([true, false])
  expect(await search('bruno')).toMatchObject([{ last_visit: null, last_service_id: service.id }])
  expect(await search('carlo')).toMatchObject([{ last_visit: null, last_service_id: null }])
  server.clock.now = Temporal.Instant.from('2026-11-24T08:00:00Z')
  staff = await here.as('operator')
  expect(await search('bruno')).toMatchObject([{ last_visit: '2026-11-23', last_service_id: service.id }])
})

test('omits the service of the last visit after its deletion', { tags: ['13.94'] }, async () => {
  const [service, gone] = [await here.newService(), await here.newService({ name: 'Piega' })]
  await here.book(service.id)
  await here.book(gone.id, { visit_day: '2026-11-25' })
  const admin = await here.as('admin')
  expect(await search('giulia')).toMatchObject([{ last_service_id: gone.id }])

  await here.db.updateTable('services').set({ deleted_at: NOW.toString() }).where('id', '=', gone.id).execute()

  expect((await admin.get('/customers/search?q=giulia')).json().customers).toMatchObject([{ last_service_id: null }])
})

test('finds customers by their present name and number, and no erased ones', async () => {
  const service = await here.newService()
  await here.book(service.id)
  const { privacy: _, ...typed } = aBooking
  const visit = { visit_hour: '10:00', service_id: service.id, telephone: '3470001111' }
  await staff.post('/bookings/create', { ...typed, ...visit })
  expect(await findNames('3331234567')).toEqual([])
  expect(await findNames('0001111')).toEqual(['Giulia Verdi'])

  server.clock.now = NOW.add({ hours: 24 * 7 })
  const admin = await here.as('admin')
  const [{ id }] = (await admin.get('/customers')).json().customers
  expect((await admin.delete(`/customers/${id}`)).statusCode).toBe(204)

  staff = await here.as('operator')
  for (const typed of ['giulia', 'cliente', '0001111']) expect(await findNames(typed)).toEqual([])
  const searchFields = await here.db.selectFrom('customers').select(['search_name', 'search_contact']).execute()
  expect(searchFields).toEqual([{ search_name: null, search_contact: null }])
})

test('the search text of a renamed customer contains nothing of the previous name', async () => {
  const service = await here.newService()
  const { id } = (await here.book(service.id, { surname: 'Verid' })).json()
  const right = { name: 'Giulia', surname: 'Verdi', email: 'g@x.example', telephone: '3331234567' }
  const changes = { ...right, visit_day: '2026-11-23', visit_hour: '09:00', service_id: service.id }
  expect((await staff.put(`/bookings/update/${id}`, changes)).statusCode).toBe(200)

  expect(await search('verid')).toMatchObject([{ surname: 'Verdi' }])
  const searchFields = await here.db.selectFrom('customers').select(['search_name', 'search_contact']).execute()
  expect(searchFields.map(({ search_name }) => search_name).join()).not.toContain('verid')
})

test('finds no customer of another tenant', { tags: ['13.92'] }, async () => {
  const elsewhere = await server.newTenant()
  await newCustomers(elsewhere, ['Mario Rossi', '3331234567'])

  for (const typed of ['mario', '4567', 'marii', 'rossi mario']) expect(await findNames(typed)).toEqual([])
})

test('treats wildcards and SQL in the search text literally', { tags: ['13.92'] }, async () => {
  await newCustomers(here, ['Mario Rossi'], ['100%, Percento_'])

  for (const typed of ['%', '_', '\\', "' or 1=1 --", '%_\\', 'm_rio', 'm%rio', 'xx% mar', '"', '{}', '\u{10ffff}'])
    expect([typed, (await findNames(typed)).filter((name) => name === 'Mario Rossi')]).toEqual([typed, []])
  expect(await findNames('100% per')).toEqual(['100% Percento_'])
  for (const typed of ['a'.repeat(120), 'ab '.repeat(60), '0'.repeat(200), '+39', '0039', '+'])
    expect([typed, await findNames(typed)]).toEqual([typed, []])
  for (const refused of ['', '%20', 'a'.repeat(201), '%00', 'a&limit=0', 'a&limit=51', 'a&limit=x'])
    expect([refused, (await staff.get(`/customers/search?q=${refused}`)).statusCode]).toEqual([refused, 422])
})

test('recent customers come first among very many with the same prefix', async () => {
  const people = Array.from({ length: 700 }, (_, i) => ({ name: 'Mario', surname: `Ab${String(i).padStart(4, '0')}` }))
  await here.db
    .insertInto('customers')
    .values(
      people.map(({ name, surname }, i) => ({
        tenant_id: here.id,
        identity: surname,
        name,
        surname,
        email: `m${i}@posta.example`,
        telephone: `333${String(i).padStart(7, '0')}`,
      })),
    )
    .execute()
  const service = await here.newService()
  await here.book(service.id, { name: 'Mario', surname: 'Zz', email: 'z@posta.example', telephone: '3339999999' })

  for (const typed of ['ma', 'mario']) expect([typed, (await findNames(typed))[0]]).toEqual([typed, 'Mario Zz'])
  expect((await findNames('333')).slice(0, 2)).toEqual(['Mario Ab0333', 'Mario Zz'])
})
