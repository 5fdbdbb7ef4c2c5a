import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { encryptionWith } from '../../../lib/encryption.ts'
import { decryptTotp, encryptTotp } from '../../accounts/second-factor/totp.ts'
import { reencryptSecrets } from '../../operations/secrets/reencrypt.ts'

const key = randomBytes(32)
const encryption = encryptionWith([key])
let log = ''
const server = await sharedServer({
  encryption,
  logLevel: 'debug',
  logTo: (line) => {
    log += line
  },
})

/** As if the server had been restarted with these keys. */
const setKeys = (...keys: Buffer[]) => Object.assign(encryption, encryptionWith(keys))

type Staff = Awaited<ReturnType<TestTenant['as']>>
let here: TestTenant
let admin: Staff
let service: { id: number; calendar_id: number }
let booking: number
let customer: number
beforeEach(async () => {
  setKeys(key)
  server.clock.now = NOW
  log = ''
  here = await server.newTenant()
  admin = await here.as('admin')
  service = await here.newService({ allow_medical_notes: true })
  booking = (await here.book(service.id)).json().id
  customer = (await admin.get(`/bookings/${booking}`)).json().customer_id
})

const SECRET = 'allergia al nichel'
const consent = { given_on: '2026-11-20', method: 'paper' }
const health = (path = '', id = customer) => `/customers/${id}/health${path}`
const giveConsent = () => admin.put(health('/consent'), consent)
const addNote = (text = SECRET, more: object = {}) => admin.post(health('/notes'), { text, ...more })
const pdf = Buffer.from(`%PDF-1.4\n${SECRET}\n%%EOF`)

function form(content: Buffer, name: string) {
  const form = new FormData()
  form.append('document', new Blob([content as never]), name)
  return form
}
const addDocument = (content = pdf, name = 'nichel.pdf', { query = '', headers = {} } = {}) =>
  admin.post(health(`/documents${query}`), form(content, name), headers)

const actions = async () =>
  (await here.db.selectFrom('audit_entries').select('action').where('tenant_id', '=', here.id).orderBy('id').execute())
    .map(({ action }) => action)
    .filter((action) => /^(notes|document|health|rights)/.test(action))

/** The tables with a value that contains the text, in plain text or in bytes. */
async function findTraces(text: string): Promise<string[]> {
  const { rows } = await server.owner.query<{ table: string }>(
    `select format('%I.%I', schemaname, tablename) as table from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const tables: string[] = []
  for (const { table } of rows) {
    const { rowCount } = await server.owner.query(
      `select from ${table} t where strpos(lower(t::text), $1) > 0 or strpos(t::text, $2) > 0 limit 1`,
      [text, Buffer.from(text).toString('hex')],
    )
    if (rowCount) tables.push(table)
  }
  for (const file of await readdir(server.dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile() && (await readFile(join(file.parentPath, file.name))).includes(text)) tables.push(file.name)
  return tables
}

test('a note needs a consent, is encrypted at rest and never logged, and each reading is recorded', async () => {
  expect((await addNote()).json()).toMatchObject({
    status: 409,
    detail: 'Manca il consenso del cliente al trattamento dei dati sulla salute: registralo prima delle note.',
  })
  expect((await admin.put(health('/consent'), { ...consent, given_on: '2026-11-22' })).json()).toMatchObject({
    status: 422,
    errors: [{ path: 'given_on', message: 'La data non può essere nel futuro.' }],
  })
  expect((await giveConsent()).json()).toEqual({
    consent: { ...consent, recorded_at: '21-11-2026 09:45', recorded_by: 'Ada Bianchi' },
    withdrawn_at: null,
    notes: 0,
    documents: 0,
    visits: [{ id: booking, visit_day: '2026-11-23', service_name: 'Taglio' }],
  })

  const added = await addNote(SECRET, { booking_id: booking })
  expect([added.statusCode, added.json()]).toEqual([
    201,
    {
      id: expect.any(Number),
      version: 1,
      text: SECRET,
      visit: { id: booking, visit_day: '2026-11-23', service_name: 'Taglio' },
      created_at: '21-11-2026 09:45',
      author: 'Ada Bianchi',
      updated_at: null,
      updated_by: null,
    },
  ])
  await addNote('Seconda')
  const page = (await admin.get(health('/notes?per_page=1'))).json()
  expect(page).toMatchObject({ notes: [{ text: 'Seconda' }], has_more: true })
  const rest = (await admin.get(health(`/notes?per_page=1&last_id=${page.last_id}`))).json()
  expect(rest).toMatchObject({ notes: [{ text: SECRET }], has_more: false })
  expect(await actions()).toEqual(['health_consent.given', 'notes.written', 'notes.written', 'notes.read'])
  server.clock.now = NOW.add({ minutes: 16 })
  admin = here.withToken(await here.newSession(admin.id)) as Staff
  await admin.get(health('/notes'))
  expect((await actions()).filter((action) => action === 'notes.read')).toHaveLength(2)

  expect(await findTraces(SECRET)).toEqual([])
  expect(log).not.toContain('nichel')
})

test('a repeated request adds one note', async () => {
  await giveConsent()
  const once = { 'idempotency-key': 'nota-1' }
  const first = await admin.post(health('/notes'), { text: SECRET }, once)
  const again = await admin.post(health('/notes'), { text: SECRET }, once)
  expect(again.json()).toEqual(first.json())
  expect((await admin.get(health())).json()).toMatchObject({ notes: 1 })
})

test('a repeated upload, also at once, stores one document', async () => {
  await giveConsent()
  const once = { headers: { 'idempotency-key': 'documento-1' } }
  const [first, same] = await Promise.all([addDocument(pdf, 'a.pdf', once), addDocument(pdf, 'a.pdf', once)])
  const again = await addDocument(pdf, 'a.pdf', once)
  expect([same!.json(), again.json()]).toEqual([first!.json(), first!.json()])
  expect((await admin.get(health())).json()).toMatchObject({ documents: 1 })
  expect((await actions()).filter((action) => action === 'document.added')).toHaveLength(1)
})

test('of two editors the second gets the note of the first', async () => {
  await giveConsent()
  const { id } = (await addNote()).json()
  const change = (text: string, version: number) =>
    admin.put(health(`/notes/${id}`), { text }, { 'if-match': `"${version}"` })

  expect((await change('Prima', 1)).json()).toMatchObject({ text: 'Prima', version: 2, updated_by: 'Ada Bianchi' })
  expect((await change('Seconda', 1)).json()).toMatchObject({ status: 409, current: { text: 'Prima', version: 2 } })
  expect((await admin.delete(health(`/notes/${id}`))).statusCode).toBe(204)
  expect((await change('Terza', 2)).json()).toMatchObject({ status: 404, detail: 'La nota richiesta non esiste.' })
})

test('only the roles that the business chose, and no other tenant, can use any operation', async () => {
  await giveConsent()
  const note = (await addNote()).json().id
  const document = (await addDocument()).json().id
  const elsewhere = await (await server.newTenant()).as('admin')
  const editor = await here.as('editor')
  const operator = await here.as('operator')
  const operations = (staff: Staff) => [
    () => staff.get(health()),
    () => staff.put(health('/consent'), consent),
    () => staff.get(health('/notes')),
    () => staff.post(health('/notes'), { text: 'Nuova' }),
    () => staff.put(health(`/notes/${note}`), { text: 'Cambiata' }),
    () => staff.get(health('/documents')),
    () => staff.post(health('/documents'), form(pdf, 'a.pdf')),
    () => staff.get(health(`/documents/${document}`)),
    () => staff.delete(health(`/documents/${document}`)),
    () => staff.delete(health(`/notes/${note}`)),
    () => staff.delete(health()),
    () => staff.delete(health('/consent')),
  ]
  const statuses = async (staff: Staff) => {
    const all: number[] = []
    for (const call of operations(staff)) all.push((await call()).statusCode)
    return all
  }
  const shows = async (staff: Staff) => (await staff.get(`/customers/${customer}`)).json().has_health_notes

  for (const staff of [editor, operator, elsewhere])
    for (const call of operations(staff))
      expect((await call()).json()).toMatchObject({ status: 404, detail: 'Il cliente richiesto non esiste.' })
  expect([await shows(admin), await shows(editor)]).toEqual([true, false])
  expect((await editor.get(`/customers/${customer}/export`)).json()).not.toHaveProperty('health')
  expect((await admin.get('/configs/health-notes')).json()).toEqual({ role: 'admin', is_offered: true })

  await admin.put('/configs/health-notes', { role: 'editor' })
  expect(await actions()).toContain('rights.updated')
  expect([await shows(editor), await shows(operator)]).toEqual([true, false])
  expect(await statuses(operator)).toEqual(Array(12).fill(404))
  expect(await statuses(editor)).toEqual([200, 200, 200, 201, 200, 200, 201, 200, 204, 204, 204, 200])
  expect((await here.get('/client/configs')).json()).not.toHaveProperty('health_notes_role')
})

test('a business without a service for health notes shows and accepts none', async () => {
  await here.db.updateTable('services').set({ allow_medical_notes: false }).where('tenant_id', '=', here.id).execute()
  expect((await admin.get(`/customers/${customer}`)).json()).toMatchObject({ has_health_notes: false })
  await giveConsent()
  expect((await addNote()).json()).toMatchObject({
    status: 409,
    detail: 'Nessun servizio consente le note mediche: attivale prima in un servizio.',
  })
  const other = (await here.book(service.id, { name: 'Marco', visit_hour: '11:00' })).json().id
  await here.db.updateTable('services').set({ allow_medical_notes: true }).where('tenant_id', '=', here.id).execute()
  expect((await addNote(SECRET, { booking_id: other })).json()).toMatchObject({ errors: [{ path: 'booking_id' }] })
})

test('a withdrawn consent hides everything until the customer consents again', async () => {
  await giveConsent()
  await addNote()
  const { id } = (await addDocument()).json()
  expect((await admin.delete(health('/consent'))).json()).toMatchObject({
    consent: null,
    withdrawn_at: '21-11-2026 09:45',
    notes: 1,
    documents: 1,
  })
  for (const path of ['/notes', '/documents', `/documents/${id}`])
    expect((await admin.get(health(path))).statusCode).toBe(409)
  for (const answer of [await addNote(), await addDocument()]) expect(answer.statusCode).toBe(409)

  server.clock.now = NOW.add({ minutes: 1 })
  await giveConsent()
  expect((await admin.get(health('/notes'))).json().notes).toMatchObject([{ text: SECRET }])
  await admin.delete(health('/consent'))
  expect((await admin.delete(health())).statusCode).toBe(204)
  expect((await admin.get(health())).json()).toMatchObject({ notes: 0, documents: 0 })
  expect(await actions()).toContain('notes.deleted')
})

test('a PDF is served as a sandboxed download and an image is encoded again', async () => {
  await giveConsent()
  const added = (await addDocument(pdf, 'C:\\referti\\nichel.pdf', { query: `?booking_id=${booking}` })).json()
  expect(added).toMatchObject({
    name: 'nichel.pdf',
    content_type: 'application/pdf',
    bytes: pdf.length,
    visit: { id: booking },
  })
  const { headers, rawPayload } = await admin.get(health(`/documents/${added.id}`))
  expect(rawPayload).toEqual(pdf)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': expect.stringMatching(/^sandbox;/),
    'x-content-type-options': 'nosniff',
    'content-disposition': 'attachment; filename=nichel.pdf',
    'cache-control': 'no-store',
  })

  const picture = await sharp({ create: { width: 3000, height: 100, channels: 3, background: '#fff' } })
    .withExif({ IFD0: { Artist: SECRET } })
    .jpeg()
    .toBuffer()
  const image = (await addDocument(picture, 'perché; noi.jpg')).json()
  const answer = await admin.get(health(`/documents/${image.id}`))
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="perch?; noi.webp"; filename*=UTF-8''perch%C3%A9%3B%20noi.webp`,
  )
  expect(answer.headers['content-type']).toBe('image/webp')
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 2048 })
  expect(answer.rawPayload.includes(SECRET)).toBe(false)

  for (const content of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', ' %PDF-1.4'])
    expect((await addDocument(Buffer.from(content), 'finto.pdf')).statusCode).toBe(415)
  const large = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)])
  expect((await addDocument(large)).statusCode).toBe(413)
  expect((await admin.get(health('/documents'))).json().documents).toMatchObject([{ name: 'perché; noi.jpg' }, added])
  expect(await findTraces(SECRET)).toEqual([])
  expect((await actions()).filter((action) => action === 'document.read')).toHaveLength(2)
})

test('the documents of a customer are limited and count towards the quota of the business', async () => {
  await giveConsent()
  await addDocument()
  const setBytes = (bytes: number) =>
    here.db.updateTable('health_documents').set({ bytes }).where('tenant_id', '=', here.id).execute()
  await setBytes(20 * 1024 * 1024)
  expect((await addDocument()).json().detail).toBe(
    'I documenti di un cliente possono occupare al massimo 20 MB: eliminane qualcuno.',
  )
  await setBytes(2_000_000_000)
  const picture = new FormData()
  picture.append('picture', new Blob(['x']), 'foto.jpg')
  expect((await admin.post('/pictures', picture)).json().detail).toMatch(/^Lo spazio per le immagini è esaurito/)
})

test('an export contains them, an erasure deletes them and a merge moves them', async () => {
  const other = (await here.book(service.id, { name: 'Giulietta', visit_hour: '11:00' })).json().id
  const duplicate = (await admin.get(`/bookings/${other}`)).json().customer_id
  await admin.put(health('/consent', duplicate), consent)
  await admin.post(health('/notes', duplicate), { text: 'Diabete', booking_id: other })
  await admin.post(`/customers/${customer}/merge`, { other_id: duplicate })
  await addNote()
  await addDocument()
  expect((await admin.get(health('/notes', duplicate))).json().notes).toHaveLength(2)

  expect((await admin.get(`/customers/${customer}/export`)).json().health).toMatchObject({
    consents: [consent],
    notes: [{ text: 'Diabete', booking_id: other }, { text: SECRET }],
    documents: [{ name: 'nichel.pdf', content_type: 'application/pdf', content: pdf.toString('base64') }],
  })
  for (const id of [booking, other]) await admin.delete(`/bookings/delete/${id}`)
  server.clock.now = NOW.add({ minutes: 1 })
  expect((await admin.get(`/customers/${customer}/erasure`)).json()).toMatchObject({
    health_notes: 2,
    health_documents: 1,
  })
  await server.owner.query('delete from slot_holds where tenant_id = $1', [here.id])
  expect((await admin.delete(`/customers/${customer}`)).statusCode).toBe(204)
  for (const table of ['health_notes', 'health_documents', 'health_consents'] as const)
    expect(await here.db.selectFrom(table).selectAll().where('tenant_id', '=', here.id).execute()).toEqual([])
})

test('a damaged or copied ciphertext, and one without keys, is refused with a sentence', async () => {
  await giveConsent()
  const first = (await addNote()).json().id
  await addNote('Seconda')
  const detail = 'Questi dati sulla salute non si possono decifrare: avvisa chi gestisce l’installazione.'
  await server.owner.query(
    `update health_notes set ciphertext = (select ciphertext from health_notes where id = $1) where tenant_id = $2`,
    [first, here.id],
  )
  expect((await admin.get(health('/notes'))).json()).toMatchObject({ status: 500, detail })
  expect(log).toMatch(/the ciphertext of 'tenant \d+ health note \d+' is damaged or belongs to another record/)
  await server.owner.query('delete from health_notes where tenant_id = $1 and id <> $2', [here.id, first])
  expect((await admin.get(health('/notes'))).json()).toMatchObject({ notes: [{ text: SECRET }] })
  await server.owner.query(
    `update health_notes set ciphertext = set_byte(ciphertext, 33, get_byte(ciphertext, 33) # 1) where tenant_id = $1`,
    [here.id],
  )
  expect((await admin.get(health('/notes'))).json()).toMatchObject({ status: 500, detail })

  setKeys()
  expect((await admin.get(health('/notes'))).json()).toMatchObject({
    status: 409,
    detail: expect.stringMatching(/deve impostare SECRET_KEYS\.$/),
  })
  const renewal = encryptionWith([randomBytes(32), key])
  expect(await reencryptSecrets(here.ctx(), renewal)).toEqual({ renewed: 0, unreadable: 1 })
  // The rotation of all tenants would fail.
  await here.db.deleteFrom('health_notes').where('tenant_id', '=', here.id).execute()
})

test('a new key reads old ciphertexts, writes new ones, and no longer needs the old key after a rotation', async () => {
  await giveConsent()
  const { id, version } = (await addNote()).json()
  const document = (await addDocument()).json().id
  const secret = encryptTotp(here.ctx(), admin.id, randomBytes(20), encryptionWith([key]))
  await here.db.insertInto('totp_factors').values({ tenant_id: here.id, user_id: admin.id, secret }).execute()
  const newKey = randomBytes(32)
  setKeys(newKey, key)
  expect((await admin.get(health('/notes'))).json().notes).toMatchObject([{ text: SECRET }])
  await addNote('Nuova')

  const SECRET_KEYS = [newKey, key].map((one) => one.toString('hex')).join(',')
  const rotate = () => callCli({ DATABASE_URL: server.url, DATA_DIR: server.dataDir, SECRET_KEYS }, 'secrets', 'rotate')
  expect(await rotate()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Encrypted [1-9]\d*/) })
  expect(await rotate()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Encrypted 0/) })

  setKeys(newKey)
  expect((await admin.get(health('/notes'))).json().notes).toMatchObject([
    { text: 'Nuova' },
    { id, version, text: SECRET },
  ])
  expect((await admin.get(health(`/documents/${document}`))).rawPayload).toEqual(pdf)
  const totp = await here.db.selectFrom('totp_factors').select('secret').executeTakeFirstOrThrow()
  expect(decryptTotp(here.ctx(), admin.id, totp.secret, encryptionWith([newKey]))).toHaveLength(20)
})
