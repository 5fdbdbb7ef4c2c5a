import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

const CONTACT_REQUEST = { name: 'Giulia Verdi', email: 'giulia@example.it', phone: '3331234567', privacy: true }

/** The text of a page without markup. */
const visibleText = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const consents = async ({ db }: TestTenant) => ({
  bookings: (await db.selectFrom('bookings').select('privacy_version').orderBy('id').execute()).map(
    (row) => row.privacy_version,
  ),
  requests: (await db.selectFrom('contact_requests').select('privacy_version').orderBy('id').execute()).map(
    (row) => row.privacy_version,
  ),
})

test('the standard text contains the data of the business and its page needs no script', async () => {
  const here = await server.newTenant({
    app_name: 'Salone <Aurora>',
    email: 'ciao@aurora.example',
    address: 'Via Roma 1',
  })

  const page = await here.page('/privacy')

  expect(page.statusCode).toBe(200)
  expect(page.headers['cache-control']).toBe('no-cache')
  expect(page.body).not.toContain('<script type="module"')
  expect(page.body).toContain('<h2>Chi tratta i tuoi dati</h2>')
  expect(visibleText(page.body)).toMatch(
    /Salone &lt;Aurora&gt; è titolare del trattamento.*Indirizzo: Via Roma 1 Email: ciao@aurora\.example.*Versione 2026-11-27/,
  )
})

test('the privacy page speaks of health data only while a service keeps health notes', async () => {
  const here = await server.newTenant()
  const read = async () => visibleText((await here.page('/privacy')).body)
  await here.newService()
  expect(await read()).not.toMatch(/salute/)

  await here.newService({ allow_medical_notes: true })
  expect(await read()).toMatch(/Dati sulla salute.*consenso esplicito \(art\. 9.*cifrati/)
  const text = (await (await here.as('operator')).get('/configs/privacy/2026-11-27')).json().text
  expect(text).toContain('# Dati sulla salute')
})

test('an admin changes the text, and each consent keeps its version', {
  tags: ['13.51'],
}, async () => {
  const here = await server.newTenant({ app_name: 'Salone Aurora' })
  const service = await here.newService()
  const admin = await here.as('admin')
  await here.book(service.id)
  await here.post('/client/contact', CONTACT_REQUEST)

  const first = (await admin.get('/configs/privacy')).json()
  expect(first).toMatchObject({ version: 0, text: expect.stringContaining('{nome}') })
  const saved = await admin.put('/configs/privacy', { text: '# Da {nome}\n\nPoche parole.', version: 0 })
  expect(saved.json()).toEqual({ version: 1, text: '# Da {nome}\n\nPoche parole.' })
  await here.book(service.id, { visit_hour: '10:00', name: 'Marco' })
  await here.post('/client/contact', CONTACT_REQUEST)

  expect(await consents(here)).toEqual({ bookings: ['2026-11-27', '1'], requests: ['2026-11-27', '1'] })
  const page = visibleText((await here.page('/privacy')).body)
  expect(page).toMatch(/Da Salone Aurora Poche parole\. Versione 1, in vigore da \S+ \d+ \S+ \d{4}/)
  const elsewhere = await server.newTenant()
  expect((await elsewhere.page('/privacy')).body).not.toContain('Poche parole.')
})

test('rejects one of two concurrent changes, and a repeated change has no effect', { tags: ['13.51'] }, async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')

  const answers = await Promise.all(['Uno', 'Due'].map((text) => admin.put('/configs/privacy', { text, version: 0 })))

  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
  const inForce = (await admin.get('/configs/privacy')).json()
  expect(answers.find(({ statusCode }) => statusCode === 409)!.json().current).toEqual(inForce)
  const again = await admin.put('/configs/privacy', { text: inForce.text, version: 0 })
  expect(again.statusCode).toBe(200)
  expect(again.json()).toEqual({ ...inForce, version: 1 })
})

test('the role of the application cannot update a stored text', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  await admin.put('/configs/privacy', { text: 'Uno', version: 0 })

  const change = here.db.updateTable('privacy_texts').set({ text: 'Due' }).where('tenant_id', '=', here.id).execute()

  await expect(change).rejects.toMatchObject({ code: '42501' })
})

test.for([
  [{ text: '  ', version: 0 }, 'Obbligatorio'],
  [{ text: 'x'.repeat(20_001), version: 0 }, 'Usa al massimo 20000 caratteri.'],
] as const)('rejects an empty or too long text', async ([body, message]) => {
  const admin = await (await server.newTenant()).as('admin')
  const answer = await admin.put('/configs/privacy', body)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual([{ path: 'text', message }])
})

test.for(['operator', 'editor'] as const)('role %s cannot change the text', async (role) => {
  const user = await (await server.newTenant()).as(role)
  expect((await user.put('/configs/privacy', { text: 'Uno', version: 0 })).statusCode).toBe(404)
})
