import { importSteps, makeForm, outcomes } from '@prenoto/test-support/server/import-steps.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { beforeEach, expect, test } from 'vitest'
import { runImports } from '../run-import.ts'

const server = await sharedServer({ work: true })
beforeEach(() => {
  server.clock.now = NOW
})

const listCustomers = (here: TestTenant) =>
  here.db.selectFrom('customers').select(['name', 'surname', 'email', 'telephone', 'notes']).orderBy('id').execute()

const { checked, lines, read, runStep, start, upload } = importSteps(server)

const FRESHA = [
  'Client ID,First Name,Last Name,Gender,Mobile Number,Telephone,Email,Note',
  '1,Anna,Rossi,Female,+39 333 111 2222,,anna@example.it,Preferisce il mattino',
  '2,Bruno,Neri,Male,,06 1234567,,',
  '3,Carla,Verdi,Female,333 444 5555,,carla@gmail.com,',
  '4,Carla,Verdi,Female,,,Car.la+x@gmail.com,',
  '5,Dino,Rossi,Male,,,anna@example.it,',
  "6,=cmd|'/c calc'!A1,Blu,Female,,,elsa@,",
  '7,,,,,,,',
  '8,=cmd|calc,Gialli,,333 777 8888,,,',
].join('\n')

const makeFile = (people: number) =>
  `Nome;Email\n${Array.from({ length: people }, (_, i) => `Anna${i};a${i}@example.it`).join('\n')}\n`

test('the dry run finds the outcome of each line, the import keeps to it, and formulas are escaped in the rejected lines', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const checkedImport = await checked(here, admin, { kind: 'customers', text: FRESHA })

  expect(checkedImport).toMatchObject({ state: 'checked', lines: 8, progress: 8, shared_contacts: 1 })
  expect(checkedImport.counts).toEqual({ new: 5, error: 2, duplicate: 1 })
  expect(outcomes(await lines(admin, checkedImport.id))).toEqual([
    '7 error nome non valido o troppo lungo; email non valida',
    '8 error manca il nome; mancano email e telefono',
    '5 duplicate uguale alla riga 4',
    '6 new recapito di un altro cliente',
    '2 new',
    '3 new',
    '4 new',
    '9 new',
  ])
  expect(await listCustomers(here)).toEqual([])

  const done = await start(here, admin, checkedImport.id)
  expect(done).toMatchObject({ state: 'done', progress: 5, counts: { imported: 5, error: 2, duplicate: 1 } })
  expect(await listCustomers(here)).toEqual([
    {
      name: 'Anna',
      surname: 'Rossi',
      email: 'anna@example.it',
      telephone: '393331112222',
      notes: 'Preferisce il mattino',
    },
    { name: 'Bruno', surname: 'Neri', email: '061234567@senza-email.invalid', telephone: '061234567', notes: '' },
    { name: 'Carla', surname: 'Verdi', email: 'carla@gmail.com', telephone: '3334445555', notes: '' },
    { name: 'Dino', surname: 'Rossi', email: 'anna@example.it', telephone: '', notes: '' },
    {
      name: '=cmd|calc',
      surname: 'Gialli',
      email: '3337778888@senza-email.invalid',
      telephone: '3337778888',
      notes: '',
    },
  ])
  const [entry] = (await admin.get('/audit?per_page=1')).json().entries
  expect(entry).toMatchObject({
    action: 'customers.imported',
    after: { import: checkedImport.id, imported: 5, error: 2 },
  })
  expect(await here.db.selectFrom('messages').selectAll().execute()).toEqual([])

  const file = (await admin.get(`/imports/${checkedImport.id}/rejected`)).body
  expect(file).toContain('"Riga";"Motivo";"Client ID"')
  expect(file).toContain(`"7";"nome non valido o troppo lungo; email non valida";"6";"'=cmd|'/c calc'!A1"`)
  const again = await checked(here, admin, { kind: 'customers', text: FRESHA })
  expect(again.counts).toEqual({ present: 5, error: 2, duplicate: 1 })
})

test('customers that exist are left or updated; blocked and restricted ones stay as they are', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const admin = await here.as('admin')
  for (const [i, name] of ['Anna', 'Bea', 'Carla'].entries())
    await here.book(service.id, {
      visit_hour: `1${i}:00`,
      name,
      email: `${name}@example.it`.toLowerCase(),
      telephone: `333000000${i}`,
    })
  const [anna, bea, carla] = await here.db.selectFrom('customers').select('id').orderBy('id').execute()
  await admin.put(`/customers/${anna!.id}/notes`, { notes: 'Vecchia nota' })
  await admin.put(`/customers/${bea!.id}/block`, { is_blocked: true })
  await admin.put(`/customers/${carla!.id}/restriction`, { is_restricted: true, reason: 'Contesta' })
  const text = [
    'Nome;Cognome;Email;Telefono;Note',
    'Anna;Verdi;anna@example.it;3339999999;Nuova nota',
    'Bea;Verdi;altra@example.it;3330000001;x',
    'Carla;Verdi;carla@example.it;3330000002;x',
  ].join('\n')
  expect((await checked(here, admin, { kind: 'customers', text })).counts).toEqual({ present: 3 })

  const checkedImport = await checked(here, admin, { kind: 'customers', text, options: { updates_present: true } })
  expect(outcomes(await lines(admin, checkedImport.id))).toEqual([
    '3 present cliente bloccato',
    '4 present cliente con trattamento limitato',
    '2 update',
  ])
  expect((await lines(admin, checkedImport.id))[1]).toMatchObject({
    name: 'Cliente con trattamento limitato',
    contact: '',
  })
  const before = await listCustomers(here)
  const done = await start(here, admin, checkedImport.id)
  expect(done.counts).toEqual({ updated: 1, present: 2 })
  const after = await listCustomers(here)
  expect(after[0]).toMatchObject({ telephone: '3339999999', notes: 'Vecchia nota\nNuova nota' })
  expect(after.slice(1)).toEqual(before.slice(1))

  expect((await runStep(here, admin, `/imports/${checkedImport.id}/undo`)).counts).toEqual({ undone: 1, present: 2 })
  expect(await listCustomers(here)).toEqual(before)
})

test('an undo keeps what was changed since, and says so', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const admin = await here.as('admin')
  const text =
    'Nome;Cognome;Email\nAnna;Verdi;anna@example.it\nBea;Verdi;bea@example.it\nCarla;Verdi;carla@example.it\n'
  const checkedImport = await checked(here, admin, { kind: 'customers', text })
  await start(here, admin, checkedImport.id)
  await here.book(service.id, { name: 'Anna', surname: 'Verdi', email: 'anna@example.it' })
  const { id: bea } = await here.db
    .selectFrom('customers')
    .select('id')
    .where('name', '=', 'Bea')
    .executeTakeFirstOrThrow()
  await admin.put(`/customers/${bea}/notes`, { notes: 'Allergica ai ritardi' })

  const undone = await runStep(here, admin, `/imports/${checkedImport.id}/undo`)
  expect(undone).toMatchObject({ state: 'undone', counts: { kept: 2, undone: 1 } })
  expect(outcomes(await lines(admin, checkedImport.id))).toEqual([
    '2 kept ha prenotazioni',
    '3 kept modificato dopo l’importazione',
    '4 undone',
  ])
  expect((await listCustomers(here)).map(({ name }) => name).sort()).toEqual(['Anna', 'Bea'])
  expect((await admin.post(`/imports/${checkedImport.id}/undo`, {})).statusCode).toBe(409)
  expect((await admin.delete(`/imports/${checkedImport.id}`)).statusCode).toBe(204)
  expect((await admin.get(`/imports/${checkedImport.id}`)).statusCode).toBe(404)
})

test('two processes that run the same import import each line once', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const { id } = await checked(here, admin, { kind: 'customers', text: makeFile(210) })
  await here.db
    .updateTable('imports')
    .set({ state: 'importing', progress: 0, progress_total: 210 })
    .where('id', '=', id)
    .execute()
  // As after a lost heartbeat.
  await Promise.all([1, 2].map(() => runImports(here.ctx(), [{ import_id: id }])))
  expect(await read(admin, id)).toMatchObject({ state: 'done', progress: 210, counts: { imported: 210 } })
  expect(await listCustomers(here)).toHaveLength(210)
  const entries = await here.db
    .selectFrom('audit_entries')
    .select('action')
    .where('action', '=', 'customers.imported')
    .execute()
  expect(entries).toHaveLength(1)
})

test('an import whose job was given up says so, and is resumed once from the line where it stopped', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const { id } = await checked(here, admin, { kind: 'customers', text: makeFile(210) })
  const other = await checked(here, admin, { kind: 'customers', text: 'Nome;Email\nBea;bea@example.it\n' })
  const refused = `tenant_id = ${here.id} and email = 'a205@example.it'`
  await server.owner.query(`alter table customers add constraint refuse check (not (${refused}))`)
  expect((await admin.post(`/imports/${id}/start`, { override: false })).json().is_stopped).toBe(false)

  // The job waits for a retry: not stopped.
  const jobs = `name = 'run-import' and data ->> 'tenant_id' = '${here.id}'`
  const states = async () => (await server.owner.query(`select state from pgboss.job where ${jobs}`)).rows
  await expect.poll(states).toContainEqual({ state: 'retry' })
  expect(await read(admin, id)).toMatchObject({ state: 'importing', is_stopped: false })
  expect((await admin.post(`/imports/${id}/resume`, {})).statusCode).toBe(409)

  const lastAttempt = `update pgboss.job set retry_count = retry_limit, start_after = now()`
  await expect
    .poll(async () => (await server.owner.query(`${lastAttempt} where ${jobs} and state = 'retry'`)).rowCount)
    .toBe(1)
  await expect.poll(() => read(admin, id)).toMatchObject({ is_stopped: true })
  expect(await read(admin, id)).toMatchObject({ state: 'importing', progress: 200, progress_total: 210 })
  expect((await admin.get('/imports')).json()).toMatchObject([
    { id: other.id, is_stopped: false },
    { id, is_stopped: true },
  ])
  expect((await admin.post(`/imports/${other.id}/start`, { override: false })).statusCode).toBe(409)

  await server.owner.query('alter table customers drop constraint refuse')
  const answers = await Promise.all([1, 2].map(() => admin.post(`/imports/${id}/resume`, {})))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 200)!.json()).toMatchObject({ id, is_stopped: false })
  await expect.poll(() => read(admin, id)).toMatchObject({ state: 'done', is_stopped: false })
  expect(await read(admin, id)).toMatchObject({ progress: 210, counts: { imported: 210 } })
  expect(await listCustomers(here)).toHaveLength(210)

  expect((await admin.post(`/imports/${other.id}/start`, { override: false })).statusCode).toBe(200)
  await expect.poll(() => read(admin, other.id)).toMatchObject({ state: 'done', counts: { imported: 1 } })
})

test('a check and an undo without a job are resumed, and keep the outcomes that are stored', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const { id } = await checked(here, admin, { kind: 'customers', text: makeFile(3) })
  const lose = (state: 'checking' | 'undoing') =>
    here.db.updateTable('imports').set({ state, progress: 2 }).where('id', '=', id).execute()

  const updateLine = (line: number) =>
    here.db.updateTable('import_lines').where('import_id', '=', id).where('line', '=', line)
  await updateLine(2)
    .set({ reasons: ['blocked'] })
    .execute()
  await updateLine(3).set({ outcome: null }).execute()
  await lose('checking')
  expect(await read(admin, id)).toMatchObject({ is_stopped: true, progress: 2 })
  expect(await runStep(here, admin, `/imports/${id}/resume`)).toMatchObject({ state: 'checked', progress: 3 })
  expect(outcomes(await lines(admin, id))).toEqual(['2 new cliente bloccato', '3 new', '4 new'])
  await start(here, admin, id)
  expect((await admin.post(`/imports/${id}/resume`, {})).statusCode).toBe(409)

  await lose('undoing')
  expect(await runStep(here, admin, `/imports/${id}/resume`)).toMatchObject({ state: 'undone', counts: { undone: 3 } })
  expect(await listCustomers(here)).toEqual([])
})

test('steps are refused out of order, while another import runs, and for columns that do not suffice', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const text = 'Nome;Email\nAnna;anna@example.it\n'
  const one = await checked(here, admin, { kind: 'customers', text })
  const other = await checked(here, admin, { kind: 'customers', text })
  await here.db.updateTable('imports').set({ state: 'importing' }).where('id', '=', other.id).execute()
  const refused = await admin.post(`/imports/${one.id}/start`, { override: false })
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'È già in corso un’altra importazione: aspetta che finisca o, se si è fermata, riprendila.',
  ])
  expect((await admin.delete(`/imports/${other.id}`)).statusCode).toBe(409)
  expect((await admin.post(`/imports/${other.id}/check`, other.options)).statusCode).toBe(409)
  const missing = await admin.post(`/imports/${one.id}/check`, { ...one.options, fields: ['full_name', null] })
  expect([missing.statusCode, missing.json().detail]).toEqual([
    422,
    'Indica quale colonna contiene l’email o il telefono.',
  ])
  const twice = await admin.post(`/imports/${one.id}/check`, { ...one.options, fields: ['email', 'email'] })
  expect(twice.json().detail).toBe('«Email» è indicato per più colonne.')
  const form = makeForm(Buffer.from('PK\x03\x04'), 'clienti.xlsx')
  expect((await admin.post('/imports?kind=customers', form)).json().detail).toContain(
    'scegli «Salva con nome» e il formato CSV',
  )
  expect((await admin.post('/imports?kind=customers', makeForm('x'.repeat(5 * 1024 * 1024 + 1)))).statusCode).toBe(413)
})

test('the longest names with one telephone are checked while another business is served', async () => {
  const [here, elsewhere] = await Promise.all([server.newTenant(), server.newTenant()])
  const service = await elsewhere.newService()
  const admin = await here.as('admin')
  const people = Array.from({ length: 1_500 }, (_, i) => {
    const word = String.fromCharCode(97 + (i % 26)).repeat(45)
    return `${word} ${i} ${word};${word} ${word};3331112222`
  })
  const { id, options } = await upload(admin, 'customers', ['Nome;Cognome;Telefono', ...people].join('\n'))
  expect((await admin.post(`/imports/${id}/check`, options)).statusCode).toBe(200)
  let reads = 0
  while ((await read(admin, id)).state === 'checking') {
    expect((await elsewhere.get(`/client/services/${service.id}`)).statusCode).toBe(200)
    reads += 1
  }
  // A check that blocks the process lets nobody read before it is over.
  expect(reads).toBeGreaterThan(5)
  expect(await read(admin, id)).toMatchObject({ state: 'checked', progress: 1_500 })
})

test('a business keeps five files that wait for their import; those undone make room by themselves', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const text = 'Nome;Email\nAnna;anna@example.it\n'
  const imports = []
  for (let i = 0; i < 5; i += 1) imports.push(await upload(admin, 'customers', text))
  const refused = await admin.post('/imports?kind=customers', makeForm(text))
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'Ci sono già 5 file da finire: importali o eliminali, poi carica questo.',
  ])
  await admin.delete(`/imports/${imports[0]!.id}`)
  await upload(admin, 'customers', text)

  await here.db.updateTable('imports').set({ state: 'undone' }).execute()
  const { id } = await upload(admin, 'customers', text)
  expect((await admin.get('/imports')).json()).toMatchObject([{ id }])
  await here.db.updateTable('imports').set({ state: 'done' }).execute()
  await server.owner.query(
    `insert into imports (tenant_id, kind, state, file_name, columns, lines, created_at, created_by, run_by)
     select tenant_id, kind, state, file_name, columns, lines, created_at, created_by, run_by
     from imports, generate_series(1, 18) where tenant_id = $1`,
    [here.id],
  )
  await upload(admin, 'customers', text)
  await here.db.updateTable('imports').set({ state: 'done' }).execute()
  expect((await admin.post('/imports?kind=customers', makeForm(text))).json().detail).toBe(
    'Negli ultimi 7 giorni hai già importato 20 file: aspetta che il più vecchio si cancelli.',
  )
})

test('a person is found by mailbox and number in files that are not imported yet', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const admin = await here.as('admin')
  await here.book(service.id, {
    name: 'Anna',
    surname: 'Verdi',
    email: 'anna.verdi@gmail.com',
    telephone: '3331112222',
  })
  await here.book(service.id, {
    visit_hour: '10:00',
    name: 'Bea',
    surname: 'Verdi',
    email: 'annaverdi@gmail.com',
    telephone: '3339998888',
  })
  const [anna, bea] = await here.db.selectFrom('customers').select('id').orderBy('id').execute()
  await here.db.deleteFrom('bookings').execute()
  const text = [
    'Nome;Cognome;Email;Telefono',
    'Anna;Verdi;AnnaVerdi+x@gmail.com;',
    'A.;V.;;+39 333 111 2222 casa',
    'Bea;Verdi;anna.verdi@gmail.com;12',
    'Carla;Blu;carla@example.it;3331112223',
    'Bea;V;bea;+39 333 999 8888',
  ].join('\n')
  const waiting = await upload(admin, 'customers', text)
  expect(waiting.columns.map(({ sample }) => sample[0])).toEqual([
    'Anna',
    'Verdi',
    expect.anything(),
    expect.anything(),
  ])
  await checked(here, admin, { kind: 'customers', text })
  const listLines = async (id: number) => {
    const rows = await here.db
      .selectFrom('import_lines')
      .select('line')
      .where('import_id', '=', id)
      .orderBy('line')
      .execute()
    return rows.map(({ line }) => line)
  }

  const { imported_lines } = (await admin.get(`/customers/${anna!.id}/export`)).json()
  expect(imported_lines.map(({ cells }: { cells: string[] }) => cells[0])).toEqual(['Anna', 'A.', 'Anna', 'A.'])
  expect((await admin.get(`/customers/${anna!.id}/erasure`)).json()).toMatchObject({ imported_lines: 4 })
  expect((await admin.delete(`/customers/${anna!.id}`)).statusCode).toBe(204)
  expect(await listLines(waiting.id)).toEqual([4, 5, 6])
  expect(JSON.stringify((await read(admin, waiting.id)).columns)).not.toMatch(/Anna|AnnaVerdi|333 111/)

  await admin.put(`/customers/${bea!.id}/restriction`, { is_restricted: true, reason: 'Contesta' })
  expect(JSON.stringify((await read(admin, waiting.id)).columns)).not.toMatch(/Bea|anna.verdi|999/)
  await runStep(here, admin, `/imports/${waiting.id}/check`, waiting.options)
  const shownLines = await lines(admin, waiting.id)
  expect(shownLines.map(({ name, surname }) => [name, surname])).not.toContainEqual(['Bea', 'Verdi'])
  expect(shownLines.map(({ name, surname }) => [name, surname])).toContainEqual(['Carla', 'Blu'])
})

test('only admins of the business see an import', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const { id } = await upload(admin, 'customers', 'Nome;Email\nAnna;anna@example.it\n')
  const strangers = [await here.as('editor'), await (await server.newTenant()).as('admin')]
  for (const stranger of strangers) {
    for (const path of ['', '/lines', '/rejected'])
      expect((await stranger.get(`/imports/${id}${path}`)).statusCode).toBe(404)
    for (const step of ['start', 'undo', 'resume'])
      expect((await stranger.post(`/imports/${id}/${step}`, { override: false })).statusCode).toBe(404)
    expect((await stranger.delete(`/imports/${id}`)).statusCode).toBe(404)
  }
  expect((await strangers[1]!.get('/imports')).json()).toEqual([])
  expect((await admin.get('/imports')).json()).toMatchObject([
    { id, kind: 'customers', state: 'uploaded', file_name: 'clienti.csv' },
  ])
})

test('an erasure deletes the lines of the customer, an export contains them, and the retention deletes the file', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const { id } = await checked(here, admin, {
    kind: 'customers',
    text: 'Nome;Cognome;Email\nAnna;Rossi;anna@example.it\nBea;Neri;bea@example.it\n',
  })
  await start(here, admin, id)
  const [anna] = await here.db.selectFrom('customers').select('id').orderBy('id').execute()
  expect((await admin.get(`/customers/${anna!.id}/export`)).json().imported_lines).toEqual([
    { file_name: 'clienti.csv', cells: ['Anna', 'Rossi', 'anna@example.it'], imported_at: '2026-11-21T08:45:00Z' },
  ])
  expect((await admin.delete(`/customers/${anna!.id}`)).statusCode).toBe(204)
  expect(await lines(admin, id)).toMatchObject([{ name: 'Bea', surname: 'Neri' }])

  server.clock.now = NOW.add({ hours: 24 * 7 + 20 })
  await here.ctx().jobs.add(here.ctx(), 'apply-retention', {})
  await waitForJobs(server, here, { dueOnly: true })
  expect(await here.db.selectFrom('imports').select('id').execute()).toEqual([])
  expect(await here.db.selectFrom('import_lines').select('line').execute()).toEqual([])
  expect(await listCustomers(here)).toHaveLength(2)
})
