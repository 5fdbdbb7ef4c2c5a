import { importSteps, makeForm } from '@prenoto/test-support/server/import-steps.ts'
import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { expect, test } from 'vitest'

const server = await sharedServer({ work: true })
const { lines } = importSteps(server)

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

const here = await server.newTenant()
await here.newService()
const admin = await here.as('admin')

test.for(SHAPES)('$kind: reads $shape.0', async ({ kind, shape: [, text, expected] }) => {
  const uploaded = await admin.post(`/imports?kind=${kind}`, makeForm(text))
  expect([uploaded.statusCode, uploaded.body]).toEqual([201, expect.any(String)])
  const { id, options } = uploaded.json()
  const answer = await admin.post(`/imports/${id}/check`, options)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  await waitForJobs(server, here, { dueOnly: true })
  const rows = await lines(admin, id)
  await admin.delete(`/imports/${id}`)
  expect(
    rows.map(({ outcome, detail, name, surname, contact, visit }) =>
      [`${outcome} ${detail}`.trim(), name, surname, contact, ...(visit ? [visit] : [])].join(' | '),
    ),
  ).toEqual(expected)
})

test('further contacts, and those that are not valid, go to the notes', async () => {
  const there = await server.newTenant()
  const owner = await there.as('admin')
  const { runStep, checked } = importSteps(server)
  const text = [
    'Nome;Cognome;Email;Telefono;Tel. casa;Note',
    'Anna;Rossi;anna@example.it;3331234561 / 061234567;02 1234567;Nota',
    'Bea;Neri;bea@example.it;12;;',
  ].join('\n')
  const { id } = await checked(there, owner, { kind: 'customers', text })
  await runStep(there, owner, `/imports/${id}/start`, { override: false })
  const customers = await there.db.selectFrom('customers').select(['telephone', 'notes']).orderBy('id').execute()
  expect(customers).toEqual([
    { telephone: '3331234561', notes: 'Nota\nAltro telefono: 061234567\nAltro telefono: 021234567' },
    { telephone: '', notes: 'Telefono nel file: 12' },
  ])
})

test('the user chooses the row of the headings, and hears of a column of numbers that is left out', async () => {
  const text = 'Alfa;Beta;Gamma\nNome;Telefono;Altro\nAnna Rossi;3331234561;3331234562\n'
  const upload = async (row: number) =>
    (await admin.post(`/imports?kind=customers&heading_row=${row}`, makeForm(text))).json()
  const second = await upload(2)
  expect(second).toMatchObject({ lines: 1, options: { fields: ['full_name', 'telephone', null] } })
  expect(second.columns[2]).toMatchObject({ heading: 'Altro', content: 'telephone' })
  expect(await upload(0)).toMatchObject({ lines: 3, columns: [{ heading: '' }, { heading: '' }, { heading: '' }] })
  expect((await upload(9)).detail).toBe('Quella riga del file è vuota: scegli la riga con i titoli delle colonne.')
  expect((await upload(99)).status).toBe(422)
})
