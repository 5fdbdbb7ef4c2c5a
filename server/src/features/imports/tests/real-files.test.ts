import { importSteps, makeForm, outcomes } from '@prenoto/test-support/server/import-steps.ts'
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

/** The lines of a trial: 'outcome reasons | name | surname | contacts', or with the visit of a booking. */
type Shape = [name: string, text: string | Buffer, expected: string[]]

const CUSTOMERS: Shape[] = [
  [
    'numbers that a spreadsheet made decimal, scientific or a formula',
    'Nome;Cognome;Cellulare\nAnna;Rossi;3331234567.0\nBea;Neri;3,331234568E+09\nCarla;Blu;="0612345678"\n',
    ['new | Anna | Rossi | 3331234567', 'new | Bea | Neri | 3331234568', 'new | Carla | Blu | 0612345678'],
  ],
  [
    'digits that a spreadsheet has lost',
    'Nome;Cognome;Cellulare\nAnna;Rossi;3,33E+09\n',
    ['error telefono non valido | Anna | Rossi | 3,33E+09'],
  ],
  [
    'surname and name in one column',
    'Cognome e nome;Telefono\nDe Luca Samantha;3331234561\nRossi Anna Maria;3331234562\nBianchi Neri Ugo;3331234563\n',
    [
      'new | Samantha | De Luca | 3331234561',
      'new | Anna Maria | Rossi | 3331234562',
      'new | Ugo | Bianchi Neri | 3331234563',
    ],
  ],
  [
    'a column of names whose values begin with the surname',
    'Nominativo;Telefono\nRossi Anna;3331234561\nNeri Bruno;3331234562\nKowalczyk Ewelina;3331234563\n',
    ['new | Anna | Rossi | 3331234561', 'new | Bruno | Neri | 3331234562', 'new | Ewelina | Kowalczyk | 3331234563'],
  ],
  [
    'name and surname in one column',
    'Cliente;Telefono\nAnna Maria Rossi;3331234561\nUgo De Luca;3331234562\nRossi, Carla;3331234563\n',
    ['new | Anna Maria | Rossi | 3331234561', 'new | Ugo | De Luca | 3331234562', 'new | Carla | Rossi | 3331234563'],
  ],
  [
    'a bad number beside a good e-mail, and the other way round',
    'Nome;Cognome;Email;Telefono\nAnna;Rossi;anna@example.it;12\nBea;Neri;bea@;3331234562\nCarla;Blu;carla@;12\n',
    [
      'error email non valida; telefono non valido | Carla | Blu | carla@ · 12',
      'new senza il telefono, che non è valido | Anna | Rossi | anna@example.it · 12',
      'new senza l’email, che non è valida | Bea | Neri | bea@ · 3331234562',
    ],
  ],
  [
    'the export of Prenoto',
    '\uFEFF"Nome";"Cognome";"Email";"Telefono";"Note"\r\n"Anna";"Rossi";"Senza email";"3331234561";"uno\r\ndue"\r\n',
    ['new | Anna | Rossi | Senza email · 3331234561'],
  ],
  [
    'Google Contacts with two values in a cell',
    'First Name,Middle Name,Last Name,Notes,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\n' +
      'Anna,,Rossi,,* ,anna@example.it ::: rossi@example.it,Mobile,+39 333 123 4561 ::: 06 1234567\n',
    ['new | Anna | Rossi | anna@example.it · 393331234561'],
  ],
  [
    'Outlook',
    'First Name,Last Name,E-mail Address,Home Phone,Mobile Phone\nAnna,Rossi,anna@example.it,06 1234567,333 1234561\n',
    ['new | Anna | Rossi | anna@example.it · 3331234561'],
  ],
  [
    'capital headings with the mobile before the landline',
    'COGNOME;NOME;TEL. CELL.;TEL. ABITAZIONE\nROSSI;ANNA;333/1234561;06-1234567\n',
    ['new | ANNA | ROSSI | 3331234561'],
  ],
  [
    'the mobile after the landline',
    'Nominativo;Tel.;Cell.\nAnna Rossi;061234567;3331234561\n',
    ['new | Anna | Rossi | 3331234561'],
  ],
  [
    'two numbers in a cell, and words around a number',
    'Nome;Cognome;Telefono\nAnna;Rossi;3331234561 / 061234567\nBea;Neri;+39 333 1234562 casa\nCarla;Blu;3331234563 (mamma)\n',
    ['new | Anna | Rossi | 3331234561', 'new | Bea | Neri | 393331234562', 'new | Carla | Blu | 3331234563'],
  ],
  [
    'no row of headings',
    'Anna;Rossi;3331234561;anna@example.it\nBruno;Neri;3331234562;bruno@example.it\n',
    ['new | Anna | Rossi | anna@example.it · 3331234561', 'new | Bruno | Neri | bruno@example.it · 3331234562'],
  ],
  [
    'a title above the headings',
    'Elenco clienti del salone;;\n;;\nNome;Cognome;Telefono\nAnna;Rossi;3331234561\n',
    ['new | Anna | Rossi | 3331234561'],
  ],
  [
    'tabs and old line breaks',
    'Nome\tCognome\tTelefono\rAnna\tRossi\t3331234561\rBea\tNeri\t3331234562\r',
    ['new | Anna | Rossi | 3331234561', 'new | Bea | Neri | 3331234562'],
  ],
  [
    'accents that another program has spoilt',
    'Nome;Cognome;Telefono\nNicolÃ²;ForlÃ¬;3331234561\nAnna;Rossi;3331234562\n',
    ['new lettere strane nel nome | NicolÃ² | ForlÃ¬ | 3331234561', 'new | Anna | Rossi | 3331234562'],
  ],
]

const BOOKINGS: Shape[] = [
  [
    'dates as spreadsheets store them',
    'Data;Ora;Servizio;Cliente;Telefono\n46359;0,395833333;Taglio;Anna Rossi;3331234561\n46360,4375;;Taglio;Bea Neri;3331234562\n',
    [
      'new | Anna | Rossi | 3331234561 | 46359, 0,395833333, Taglio',
      'new | Bea | Neri | 3331234562 | 46360,4375, Taglio',
    ],
  ],
  [
    'customers with the surname first',
    'Data;Ora;Servizio;Cognome e nome;Cell.\n03/12/2026;09:30;Taglio;De Luca Samantha;3331234561\n13/12/2026;09:30;Taglio;Rossi Ugo;12\n',
    [
      'error telefono non valido | Ugo | Rossi | 12 | 13/12/2026, 09:30, Taglio',
      'new | Samantha | De Luca | 3331234561 | 03/12/2026, 09:30, Taglio',
    ],
  ],
  [
    'a bad number beside a good e-mail',
    'Data;Ora;Servizio;Cliente;Email;Telefono\n03-dic-26;9:30;Taglio;Anna Rossi;anna@example.it;12\n',
    ['new senza il telefono, che non è valido | Anna | Rossi | anna@example.it · 12 | 03-dic-26, 9:30, Taglio'],
  ],
]

const SHAPES = [
  ...CUSTOMERS.map((shape) => ({ kind: 'customers', shape })),
  ...BOOKINGS.map((shape) => ({ kind: 'bookings', shape })),
]

const salon = await server.newTenant()
await salon.newService()
const owner = await salon.as('admin')

test.for(SHAPES)('$kind: reads $shape.0', async ({ kind, shape: [, text, expected] }) => {
  const uploaded = await owner.post(`/imports?kind=${kind}`, makeForm(text))
  expect([uploaded.statusCode, uploaded.body]).toEqual([201, expect.any(String)])
  const { id, options } = uploaded.json()
  const answer = await owner.post(`/imports/${id}/check`, options)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  await waitForJobs(server, salon, { dueOnly: true })
  const rows = await lines(owner, id)
  await owner.delete(`/imports/${id}`)
  expect(
    rows.map(({ outcome, detail, name, surname, contact, visit }) =>
      [`${outcome} ${detail}`.trim(), name, surname, contact, ...(visit ? [visit] : [])].join(' | '),
    ),
  ).toEqual(expected)
})

test('further contacts, and those that are not valid, go to the notes', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const text = [
    'Nome;Cognome;Email;Telefono;Tel. casa;Note',
    'Anna;Rossi;anna@example.it;3331234561 / 061234567;02 1234567;Nota',
    'Bea;Neri;bea@example.it;12;;',
  ].join('\n')
  const { id } = await checked(here, admin, { kind: 'customers', text })
  await runStep(here, admin, `/imports/${id}/start`, { override: false })
  const customers = await here.db.selectFrom('customers').select(['telephone', 'notes']).orderBy('id').execute()
  expect(customers).toEqual([
    { telephone: '3331234561', notes: 'Nota\nAltro telefono: 061234567\nAltro telefono: 021234567' },
    { telephone: '', notes: 'Telefono nel file: 12' },
  ])
})

test('the user chooses the row of the headings, and hears of a column of numbers that is left out', async () => {
  const text = 'Alfa;Beta;Gamma\nNome;Telefono;Altro\nAnna Rossi;3331234561;3331234562\n'
  const upload = async (row: number) =>
    (await owner.post(`/imports?kind=customers&heading_row=${row}`, makeForm(text))).json()
  const second = await upload(2)
  expect(second).toMatchObject({ lines: 1, options: { fields: ['full_name', 'telephone', null] } })
  expect(second.columns[2]).toMatchObject({ heading: 'Altro', content: 'telephone' })
  expect(await upload(0)).toMatchObject({ lines: 3, columns: [{ heading: '' }, { heading: '' }, { heading: '' }] })
  expect((await upload(9)).detail).toBe('Quella riga del file è vuota: scegli la riga con i titoli delle colonne.')
  expect((await upload(99)).status).toBe(422)
})
