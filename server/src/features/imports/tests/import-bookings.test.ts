import { importSteps, outcomes } from '@prenoto/test-support/server/import-steps.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer({ work: true })
beforeEach(() => {
  server.clock.now = NOW
})

const { checked, lines, runStep, start, upload } = importSteps(server)

const listBookings = (here: TestTenant) =>
  here.db
    .selectFrom('bookings')
    .select(['name', 'surname', 'email', 'telephone', 'visit_day', 'visit_hour', 'service_name', 'calendar_id'])
    .where('deleted_at', 'is', null)
    .orderBy('visit_day')
    .orderBy('visit_hour')
    .orderBy('id')
    .execute()

const listBookingTexts = async (here: TestTenant) =>
  (await listBookings(here)).map(({ name, surname, visit_day, visit_hour, service_name }) =>
    `${visit_day} ${visit_hour.slice(0, 5)} ${service_name}: ${name} ${surname}`.trim(),
  )

const ACUITY = [
  '"Start Time","End Time","Timezone","First Name","Last Name","Phone","Email","Type","Calendar","Appointment Price","Date Scheduled"',
  '"November 23, 2026 9:00 am","November 23, 2026 10:00 am","Europe/Rome","Anna","Rossi","\'+39 333 111 2222","anna@example.it","Taglio","Sala","25.00","2026-11-01"',
  '"November 23, 2026 4:30 pm","November 23, 2026 5:30 pm","Europe/Rome","Bea","Neri","","bea@example.it","taglio","","25.00","2026-11-01"',
  '"November 2, 2026 9:00 am","November 2, 2026 10:00 am","Europe/Rome","Carla","Blu","","carla@example.it","Taglio","Sala","25.00","2026-10-01"',
].join('\n')

const FRESHA = [
  'Appointment reference,Client,Scheduled date,Scheduled time,Duration,Services,Team member,Status',
  '#1,Anna Rossi,24 Nov 2026,10:00am,60,Haircut,Anyone,Confirmed',
  '#2,Anna Rossi,25 Nov 2026,10:00am,60,Haircut,Anyone,Cancelled',
  '#3,Sconosciuta Mai,25 Nov 2026,11:00am,60,Haircut,Anyone,New',
].join('\n')

const EASY_APPOINTMENTS = [
  'id;start_datetime;end_datetime;service;provider;customer;email',
  '1;2026-11-26 09:00:00;2026-11-26 10:00:00;Taglio;Sala;Dino Verdi;dino@example.it',
  '2;2026-11-26T09:00:00Z;;Taglio;Sala;Elsa Gialli;elsa@example.it',
].join('\n')

test('books the future visits of other systems’ files without an e-mail to anybody', async () => {
  const here = await server.newTenant({ app_day_reminder: 1 })
  await here.newService()
  const admin = await here.as('admin')

  const acuity = await checked(here, admin, { kind: 'bookings', text: ACUITY })
  expect(outcomes(await lines(admin, acuity.id))).toEqual(['4 skipped data passata', '2 new', '3 new'])
  expect((await start(here, admin, acuity.id)).counts).toEqual({ imported: 2, skipped: 1 })

  const fresha = await checked(here, admin, { kind: 'bookings', text: FRESHA })
  expect(fresha).toMatchObject({ unknown_services: ['Haircut'], unknown_calendars: ['Anyone'] })
  const [service] = await here.db.selectFrom('services').select('id').execute()
  const options = {
    ...fresha.options,
    service_names: [{ name: 'Haircut', id: service!.id }],
    calendar_names: [{ name: 'Anyone', id: null }],
  }
  const gone = { ...options, service_names: [{ name: 'Haircut', id: 999_999 }] }
  const refused = await admin.post(`/imports/${fresha.id}/check`, gone)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    422,
    'Quello che hai scelto per «Haircut» non c’è più: scegli di nuovo.',
  ])
  const again = await runStep(here, admin, `/imports/${fresha.id}/check`, options)
  expect(again).toMatchObject({ unknown_services: [], unknown_calendars: [] })
  expect(outcomes(await lines(admin, fresha.id))).toEqual([
    '4 error cliente non trovato: mancano email e telefono',
    '3 skipped disdetta nel file',
    '2 new',
  ])
  await start(here, admin, fresha.id)

  const easy = await checked(here, admin, { kind: 'bookings', text: EASY_APPOINTMENTS })
  await start(here, admin, easy.id)
  expect(await listBookingTexts(here)).toEqual([
    '2026-11-23 09:00 Taglio: Anna Rossi',
    '2026-11-23 16:30 Taglio: Bea Neri',
    '2026-11-24 10:00 Taglio: Anna Rossi',
    '2026-11-26 09:00 Taglio: Dino Verdi',
    '2026-11-26 10:00 Taglio: Elsa Gialli',
  ])
  expect(await here.db.selectFrom('customers').select('id').execute()).toHaveLength(4)
  expect(await here.db.selectFrom('messages').select('kind').execute()).toEqual([])
  expect(await here.db.selectFrom('notifications').select('title').execute()).toEqual([])
  expect((await checked(here, admin, { kind: 'bookings', text: EASY_APPOINTMENTS })).counts).toEqual({ present: 2 })

  // Reminders are sent as usual; a booking with one stays when the import is undone.
  server.clock.now = Temporal.Instant.from('2026-11-25T08:05:00Z')
  await server.planReminderJobs()
  await waitForJobs(server, here, { dueOnly: true })
  expect(await here.db.selectFrom('messages').select('kind').execute()).toEqual([
    { kind: 'reminder' },
    { kind: 'reminder' },
  ])
  const undone = await runStep(here, await here.as('admin'), `/imports/${easy.id}/undo`)
  expect(undone.counts).toEqual({ kept: 2 })
})

test('taken times are conflicts, which are booked on request only; an undo frees them and their customers', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  await here.book(service.id)
  const admin = await here.as('admin')
  const text = [
    'Data;Ora;Servizio;Nome;Cognome;Email',
    '23/11/2026;09:30;Taglio;Anna;Rossi;anna@example.it',
    '23/11/2026;10:10;Taglio;Bea;Neri;bea@example.it',
    '23/11/2026;10:30;Taglio;Carla;Blu;carla@example.it',
    '23/11/2026;10:10;Taglio;Bea;Neri;BEA@example.it',
    '29/11/2026;10:00;Taglio;Dino;Verdi;dino@example.it',
    '23/11/2026;;Taglio;Dino;Verdi;dino@example.it',
    '21/11/2026;09:00;Taglio;Dino;Verdi;dino@example.it',
  ].join('\n')
  const checkedImport = await checked(here, admin, { kind: 'bookings', text })
  expect(outcomes(await lines(admin, checkedImport.id))).toEqual([
    '7 error manca l’ora',
    '2 conflict occupato da un’altra prenotazione',
    '4 conflict occupato da un’altra prenotazione',
    '6 conflict fuori dagli orari di apertura',
    '5 duplicate uguale alla riga 3',
    '8 skipped data passata',
    '3 new',
  ])
  const done = await start(here, admin, checkedImport.id)
  expect(done.counts).toMatchObject({ imported: 1, conflict: 3 })
  expect(await listBookingTexts(here)).toEqual([
    '2026-11-23 09:00 Taglio: Giulia Verdi',
    '2026-11-23 10:10 Taglio: Bea Neri',
  ])

  const { id } = await checked(here, admin, { kind: 'bookings', text })
  expect((await start(here, admin, id, true)).counts).toMatchObject({ imported: 3, present: 2 })
  expect(await listBookingTexts(here)).toHaveLength(5)
  const undone = await runStep(here, admin, `/imports/${id}/undo`)
  expect(undone.counts).toMatchObject({ undone: 3 })
  await runStep(here, admin, `/imports/${checkedImport.id}/undo`)
  expect(await listBookingTexts(here)).toEqual(['2026-11-23 09:00 Taglio: Giulia Verdi'])
  expect(await here.db.selectFrom('customers').select('name').execute()).toEqual([{ name: 'Giulia' }])
  // The slot is free again for visitors.
  expect((await here.book(service.id, { visit_hour: '10:00', email: 'x@example.it' })).statusCode).toBe(201)
})

test('a slot that a visitor has taken since the dry run stays theirs', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const admin = await here.as('admin')
  const checkedImport = await checked(here, admin, {
    kind: 'bookings',
    text: 'Data;Ora;Servizio;Cliente;Telefono\n23/11/2026;09:00;Taglio;Anna Rossi;3331112222\n',
  })
  expect(checkedImport.counts).toEqual({ new: 1 })
  expect((await here.book(service.id)).statusCode).toBe(201)
  const done = await start(here, admin, checkedImport.id)
  expect(done).toMatchObject({ state: 'done', counts: { conflict: 1 } })
  expect(await listBookingTexts(here)).toEqual(['2026-11-23 09:00 Taglio: Giulia Verdi'])
})

test('dates that can be read in two ways need an answer; blocked customers need a request', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const admin = await here.as('admin')
  await here.book(service.id, { name: 'Anna', surname: 'Rossi', email: 'anna@example.it', telephone: '3331112222' })
  const [anna] = await here.db.selectFrom('customers').select('id').execute()
  await admin.put(`/customers/${anna!.id}/block`, { is_blocked: true })
  const { id, options, columns } = await upload(
    admin,
    'bookings',
    'Data;Ora;Servizio;Cliente;Telefono\n01/12/2026;10:00;Taglio;Anna Rossi;3331112222\n',
  )
  expect([columns[0]!.date_order, options.date_order]).toEqual(['either', null])
  const refused = await admin.post(`/imports/${id}/check`, options)
  expect([refused.statusCode, refused.json().detail]).toEqual([422, 'Indica il formato della data.'])
  const checkedImport = await runStep(here, admin, `/imports/${id}/check`, { ...options, date_order: 'dmy' })
  expect(outcomes(await lines(admin, checkedImport.id))).toEqual(['2 conflict cliente bloccato'])
  expect((await start(here, admin, id, true)).counts).toEqual({ imported: 1 })
  expect(await listBookingTexts(here)).toContain('2026-12-01 10:00 Taglio: Anna Rossi')
  expect(await here.db.selectFrom('customers').select('blocked_at').execute()).toEqual([
    { blocked_at: expect.anything() },
  ])
})
