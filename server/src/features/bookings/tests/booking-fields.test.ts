import type { FieldProblem } from '@prenoto/core/contract/problem.ts'
import { aBooking, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeAll, expect, test } from 'vitest'

const server = await sharedServer()

/** A business with a service that a hundred visitors may book at the same time. */
let salon: TestTenant & { service: { id: number } }
beforeAll(async () => {
  const here = await server.newTenant({ app_simultaneous_bookings_enabled: true })
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: 100 })
  salon = { ...here, service: await here.newService({ calendar_id }) }
})

const missing = Symbol('missing')

const refused: [field: string, value: unknown, message: string][] = [
  ['name', missing, 'Il nome è obbligatorio.'],
  ['name', '', 'Il nome è obbligatorio.'],
  ['name', '   ', 'Il nome è obbligatorio.'],
  ['name', 7, 'Il nome è obbligatorio.'],
  ['name', 'n'.repeat(101), 'Usa al massimo 100 caratteri.'],
  ['name', 'Giu\u0000lia', 'Contiene caratteri non ammessi.'],
  ['name', 'Giulia\nVerdi', 'Contiene caratteri non ammessi.'],
  ['name', 'Giulia \ud83d', 'Contiene caratteri non ammessi.'],
  ['surname', missing, 'Il cognome è obbligatorio.'],
  ['surname', '', 'Il cognome è obbligatorio.'],
  ['surname', null, 'Il cognome è obbligatorio.'],
  ['email', missing, 'L’email è obbligatoria.'],
  ['email', '', 'L’email è obbligatoria.'],
  ['email', ' ', 'L’email è obbligatoria.'],
  ['email', 'giulia', 'Inserisci un’email valida.'],
  ['email', 'giulia@', 'Inserisci un’email valida.'],
  ['email', 'giulia verdi@example.it', 'Inserisci un’email valida.'],
  ['email', `${'g'.repeat(250)}@example.it`, 'Inserisci un’email valida.'],
  ['telephone', missing, 'Il telefono è obbligatorio.'],
  ['telephone', '', 'Il telefono è obbligatorio.'],
  ['telephone', 3331234567, 'Il telefono è obbligatorio.'],
  ['telephone', '333 CHIAMAMI', 'Devi inserire solo numeri.'],
  ['telephone', '++393331234567', 'Devi inserire solo numeri.'],
  ['telephone', '٣٣٣١٢٣٤٥٦٧', 'Devi inserire solo numeri.'],
  ['telephone', '1234567', 'Numero troppo corto.'],
  ['telephone', '1234567890123456', 'Numero troppo lungo.'],
  ['privacy', missing, 'Devi accettare la Privacy Policy.'],
  ['privacy', false, 'Devi accettare la Privacy Policy.'],
  ['privacy', 'true', 'Devi accettare la Privacy Policy.'],
  ['privacy', 1, 'Devi accettare la Privacy Policy.'],
  ['visit_day', missing, 'Data non valida.'],
  ['visit_day', '', 'Data non valida.'],
  ['visit_day', '2026-11-31', 'Data non valida.'],
  ['visit_day', '2027-02-29', 'Data non valida.'],
  ['visit_day', '23-11-2026', 'Data non valida.'],
  ['visit_day', '2026-11-23T09:00:00Z', 'Data non valida.'],
  ['visit_hour', missing, 'Orario non valido.'],
  ['visit_hour', '24:00', 'Orario non valido.'],
  ['visit_hour', '09:60', 'Orario non valido.'],
  ['visit_hour', '9:00', 'Orario non valido.'],
  ['visit_hour', '09:00:30', 'Orario non valido.'],
  ['notes', 'n'.repeat(1001), 'Usa al massimo 1000 caratteri.'],
  ['notes', 'Ciao\u0000', 'Contiene caratteri non ammessi.'],
]

test.for(refused)(
  'rejects a booking whose %s is %j: %s',
  { tags: ['5.9', '5.10', '5.11'] },
  async ([field, value, message]) => {
    const response = await salon.book(salon.service.id, { [field]: value === missing ? undefined : value })

    expect(response.statusCode).toBe(422)
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(response.json()).toMatchObject({ status: 422, detail: message, errors: [{ path: field, message }] })
    expect(response.json().errors).toHaveLength(1)
  },
)

test('reports several invalid fields at once, in the order of the form', async () => {
  const response = await salon.post(`/client/bookings/create/${salon.service.id}`, {})

  const paths = response.json().errors.map(({ path }: FieldProblem) => path)
  expect(paths).toEqual(['name', 'surname', 'email', 'telephone', 'privacy', 'visit_day', 'visit_hour'])
})

test('a rejected booking leaves the slot free', async () => {
  const here = await server.newTenant()
  const service = await here.newService()

  await here.book(service.id, { privacy: false })

  expect((await here.book(service.id)).statusCode).toBe(201)
})

const accepted: [field: string, typed: string, stored: string][] = [
  ['telephone', '+39 333 123 4567', '393331234567'],
  ['telephone', '0039 333-123-4567', '393331234567'],
  ['telephone', '(0432) 12.34.56', '0432123456'],
  ['telephone', '12345678', '12345678'],
  ['telephone', '123456789012345', '123456789012345'],
  ['email', '  giulia.verdi@example.it ', 'giulia.verdi@example.it'],
  ['name', '  Giulia ', 'Giulia'],
  ['name', "Nicolò D'Amico-Ünal", "Nicolò D'Amico-Ünal"],
  ['surname', "'; drop table bookings; --", "'; drop table bookings; --"],
  ['surname', '👩‍🦰', '👩‍🦰'],
  ['visit_hour', '09:00', '09:00:00'],
  ['extra', '', 'undefined'],
]

test.for(accepted)(
  'stores a booking whose %s is typed as %j as %j',
  { tags: ['3.12', '9.16'] },
  async ([field, typed, stored]) => {
    const response = await salon.book(salon.service.id, { [field]: typed })

    expect(response.statusCode).toBe(201)
    expect(String(response.json()[field])).toBe(stored)
  },
)

test('ignores unknown fields', async () => {
  const response = await salon.book(salon.service.id, { id: 1, hidden_id: 'mine', tenant_id: 1, service_price: '0.00' })

  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject(pick(aBooking, 'name', 'email', 'visit_day'))
  expect(response.json().hidden_id).not.toBe('mine')
})

test('stores notes where the service allows them; only the staff sees them, also after a reschedule', {
  tags: ['13.69'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService({ allow_patient_notes: true })
  const other = await here.newService({ name: 'Piega' })
  const notes = 'Sono al quarto piano.\nIl campanello è "Verdi".'
  const operator = await here.as('operator')

  const booked = await here.book(service.id, { notes: `  ${notes}\n` })
  expect(booked.statusCode).toBe(201)
  expect(booked.body).not.toContain('campanello')
  const { id } = booked.json()
  const seen = async () => (await operator.get(`/bookings/${id}`)).json().patient_notes
  expect(await seen()).toBe(notes)
  const { name, surname, email, telephone } = aBooking
  const rescheduled = {
    name,
    surname,
    email,
    telephone,
    service_id: other.id,
    visit_day: '2026-11-25',
    visit_hour: '10:00',
  }
  expect((await operator.put(`/bookings/update/${id}`, rescheduled)).json().patient_notes).toBe(notes)
  const days = { from: '2026-11-25', to: '2026-11-25' }
  expect((await operator.post('/bookings/events', days)).json()).toMatchObject([{ id, patient_notes: notes }])
  expect((await here.book(service.id, { visit_hour: '11:00', notes: ' ' })).statusCode).toBe(201)
})

test('rejects notes for a service that takes none, at their field', {
  tags: ['13.69'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService()

  const refused = await here.book(service.id, { notes: 'Sono allergica al nichel.' })

  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([{ path: 'notes', message: expect.stringContaining('note') }])
  expect((await here.book(service.id, { notes: '' })).statusCode).toBe(201)
})

const pick = <T extends object, K extends keyof T>(from: T, ...keys: K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]]))
