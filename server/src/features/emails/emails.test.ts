import { readCalendar } from '@prenoto/test-support/formats/calendar-file.ts'
import { type Received, type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { endQuietTime } from '@prenoto/test-support/server/end-quiet-time.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import {
  aBooking,
  NOW,
  type TestServer,
  type TestTenant,
  testServer,
} from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MessageKind } from '../../database/schema.ts'
import { queueMessage } from '../../outbox/queue-message.ts'
import { transaction } from '../../tenants/context.ts'

let smtp: SmtpServer
let server: TestServer
/** Delays the response of the SMTP server to an address. */
let hold: ((to: string) => Promise<undefined>) | undefined
beforeAll(async () => {
  smtp = await smtpServer({ refuse: (to) => hold?.(to) })
  server = await testServer({ work: true, smtpUrl: smtp.url })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})
beforeEach(() => {
  server.clock.now = NOW
})

const aurora = {
  app_name: 'Salone Aurora',
  app_logo: '/api/client/logos/abcdefghijklmnopqrstuv.webp',
  app_primary_color: '#fb923c',
  address: 'Via Garibaldi 12, Torino',
  phone: '011 555 0123',
  whatsapp: '+39 333 555 0123',
  app_day_reminder: 1,
}

let addresses = 0
const newAddress = (name: string) => `${name}.${++addresses}@example.it`

/** A tenant with a unique e-mail address, so that tests do not read each other's e-mails. */
async function aSalon(configuration: object = {}) {
  const email = newAddress('salone')
  const here = await server.newTenant({ ...aurora, email, ...configuration })
  return {
    ...here,
    email,
    origin: `https://${here.domain}`,
    service: await here.newService({ amount: '30.00', discounted_amount: '25.50' }),
  }
}
type Salon = Awaited<ReturnType<typeof aSalon>>

/** The e-mails to an address, once there are `count`. */
async function mailsTo(address: string, count = 1): Promise<Received[]> {
  await expect.poll(() => smtp.recipients().filter((to) => to === address).length).toBe(count)
  return smtp.read(address)
}

const nothingLeft = (here: TestTenant) => waitForJobs(server, here)

const listDropReasons = async (here: TestTenant, kind: MessageKind) => {
  const rows = await here.db
    .selectFrom('messages')
    .select(['drop_reason'])
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  return rows.map(({ drop_reason }) => drop_reason)
}

const findLinks = ({ html = '' }: Received) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
const header = (mail: Received, name: string) => mail.headers.find(({ key }) => key === name)?.value

/** Expectations for every e-mail of a business. */
function expectWellMade(mail: Received, here: Salon) {
  expect(mail.from).toEqual({ name: 'Salone Aurora', address: 'prenoto@example.it' })
  expect(mail.to).toHaveLength(1)
  expect(mail.messageId).toMatch(/^<[0-9a-f]{40}@example\.it>$/)
  expect(header(mail, 'auto-submitted')).toBe('auto-generated')
  expect(mail.html).toContain('lang="it"')
  expect(mail.html).toContain(`src="${here.origin}/api/client/mail-logos/abcdefghijklmnopqrstuv-mail.png"`)
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain('Salone Aurora')
    expect(part).toContain('Via Garibaldi 12, Torino')
    expect(part).toContain('011 555 0123')
    expect(part).toContain('+39 333 555 0123')
    expect(part).toContain(here.origin)
  }
  expect(findLinks(mail)).toEqual(
    expect.arrayContaining(['tel:+390115550123', 'https://wa.me/393335550123', `mailto:${here.email}`, here.origin]),
  )
  expect(mail.html).not.toMatch(/<script|<link/)
}

const book = async (here: Salon, booking: object = {}) => (await here.book(here.service.id, booking)).json()

test('a booking sends e-mails with all facts to customer and business, and a GET of the link in them cancels nothing', {
  tags: ['9.28', '11.1', '13.23'],
}, async () => {
  const here = await aSalon()
  const email = newAddress('giulia')

  const { id, hidden_id } = await book(here, { email })
  const [[mail], [toBusiness]] = [await mailsTo(email), await mailsTo(here.email)]

  expectWellMade(mail!, here)
  expect(mail!.subject).toBe('Prenotazione confermata: Taglio, lunedì 23 novembre alle 09:00')
  expect(mail!.replyTo).toMatchObject([{ address: here.email }])
  for (const part of [mail!.html, mail!.text])
    for (const fact of ['Giulia', 'Taglio', 'lunedì 23 novembre 2026', '09:00', '60 minuti', '25,50\u00a0€'])
      expect(part).toContain(fact)
  const cancellation = `${here.origin}/bookings/delete/${hidden_id}`
  expect(findLinks(mail!)).toContain(cancellation)
  expect(mail!.text).toContain(cancellation)
  const itsPage = `${here.origin}/bookings/${hidden_id}`
  expect(findLinks(mail!)).toContain(itsPage)
  expect(mail!.text).toContain(`Vedi, sposta o disdici:\n${itsPage}`)
  const entry = {
    sequence: 0,
    summary: 'Taglio presso Salone Aurora',
    start: '2026-11-23T08:00:00Z',
    end: '2026-11-23T09:00:00Z',
    zone: 'Europe/Rome',
    location: 'Via Garibaldi 12, Torino',
  }
  // As an invitation, and as a file for mail programs that do not support invitations.
  expect(mail!.attachments.map(({ mimeType, method }) => ({ mimeType, method }))).toEqual([
    { mimeType: 'text/calendar', method: 'REQUEST' },
    { mimeType: 'application/ics', method: undefined },
  ])
  for (const { content } of mail!.attachments)
    expect(readCalendar(content as string)).toMatchObject({ method: 'REQUEST', entries: [entry] })

  expectWellMade(toBusiness!, here)
  expect(toBusiness!.subject).toBe('Nuova prenotazione: Taglio, lunedì 23 novembre alle 09:00')
  expect(toBusiness!.replyTo).toMatchObject([{ name: '', address: email }])
  for (const fact of ['Giulia Verdi', email, '3331234567', 'Taglio'])
    for (const part of [toBusiness!.html, toBusiness!.text]) expect(part).toContain(fact)
  expect(findLinks(toBusiness!)).toEqual(
    expect.arrayContaining([`${here.origin}/appointments/${id}`, `mailto:${email}`, 'tel:+393331234567']),
  )
  expect(toBusiness!.attachments).toEqual([])

  expect((await here.page(`/bookings/delete/${hidden_id}`)).statusCode).toBe(200)
  expect(await here.db.selectFrom('bookings').select(['id', 'deleted_at']).execute()).toEqual([
    { id, deleted_at: null },
  ])
})

test('a booking and a reschedule by staff send e-mails to the customer only, with both times and one calendar entry', {
  tags: ['9.28', '13.24'],
}, async () => {
  const here = await aSalon()
  const email = newAddress('giulia')
  const operator = await here.as('operator')
  const created = await operator.post('/bookings/create', { ...aBooking, email, service_id: here.service.id })
  expect(created.statusCode, created.body).toBe(201)
  const { id } = created.json()
  const [first] = await mailsTo(email)
  await nothingLeft(here)
  server.clock.now = NOW.add({ minutes: 5 })

  await operator.put(`/bookings/update/${id}`, { ...aBooking, email, service_id: here.service.id, visit_hour: '15:00' })
  const mail = (await mailsTo(email, 2))[1]!

  expectWellMade(mail, here)
  expect(mail.subject).toBe('Prenotazione modificata: Taglio, lunedì 23 novembre alle 15:00')
  for (const part of [mail.html, mail.text]) expect(part).toContain('prima era lunedì 23 novembre alle 09:00')
  expect(mail.text).toContain('Giorno: lunedì 23 novembre 2026\nOra: 15:00 (prima: 09:00)\n')
  const [before, after] = [first!, mail].map(({ attachments }) => readCalendar(attachments[0]!.content as string))
  expect(after).toMatchObject({ method: 'REQUEST', entries: [{ start: '2026-11-23T14:00:00Z', sequence: 1 }] })
  expect(after!.entries[0]!.uid).toBe(before!.entries[0]!.uid)
  await nothingLeft(here)
  expect(first!.subject).toMatch(/^Prenotazione confermata/)
  expect(smtp.recipients()).not.toContain(here.email)
})

test('a change states the last notified time, even if the booking is rescheduled during sending', async () => {
  const here = await aSalon()
  const email = newAddress('giulia')
  const operator = await here.as('operator')
  const { id } = await book(here, { email })
  await mailsTo(email)
  await nothingLeft(here)
  const reschedule = async (minutes: number, visit_hour: string) => {
    server.clock.now = NOW.add({ minutes })
    await operator.put(`/bookings/update/${id}`, { ...aBooking, email, service_id: here.service.id, visit_hour })
  }
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<undefined>()
  hold = async (to) => {
    if (to !== email) return
    begun.resolve()
    return released.promise
  }

  await reschedule(5, '15:00')
  await begun.promise
  await reschedule(6, '16:00')
  await expect.poll(() => listDropReasons(here, 'change')).toHaveLength(2)
  hold = undefined
  released.resolve(undefined)

  const [, first, second] = await mailsTo(email, 3)
  expect(first!.text).toContain('Ora: 15:00 (prima: 09:00)\n')
  expect(second!.text).toContain('Ora: 16:00 (prima: 15:00)\n')
})

test('a reschedule by the customer is reported to customer and business at once, further ones within ten minutes once', {
  tags: ['12.3', '13.84'],
}, async () => {
  const here = await aSalon()
  const email = newAddress('giulia')
  const { hidden_id } = await book(here, { email })
  const [confirmation] = await mailsTo(email)
  await mailsTo(here.email)
  await nothingLeft(here)
  server.clock.now = NOW.add({ minutes: 5 })

  const reschedule = (visit_hour: string) =>
    here.put(`/client/bookings/update/${hidden_id}`, { visit_day: '2026-11-23', visit_hour })
  await reschedule('10:00')
  await nothingLeft(here)
  const [[, first], [, firstToBusiness]] = [await mailsTo(email, 2), await mailsTo(here.email, 2)]
  expectWellMade(first!, here)
  expect(first!.subject).toBe('Prenotazione modificata: Taglio, lunedì 23 novembre alle 10:00')
  expect(first!.text).toContain('hai spostato la tua prenotazione')
  expect(first!.text).toContain(`Vedi, sposta o disdici:\n${here.origin}/bookings/${hidden_id}`)
  const [before, after] = [confirmation!, first!].map(({ attachments }) =>
    readCalendar(attachments[0]!.content as string),
  )
  expect(after).toMatchObject({ method: 'REQUEST', entries: [{ start: '2026-11-23T09:00:00Z', sequence: 1 }] })
  expect(after!.entries[0]!.uid).toBe(before!.entries[0]!.uid)
  expect(firstToBusiness!.subject).toBe('Prenotazione spostata: Taglio, lunedì 23 novembre alle 10:00')
  expect(firstToBusiness!.text).toContain('prima era lunedì 23 novembre alle 09:00')
  expect(firstToBusiness!.replyTo).toMatchObject([{ address: email }])

  for (const visit_hour of ['11:00', '15:00']) await reschedule(visit_hour)
  await waitForJobs(server, here, { dueOnly: true })
  expect([await mailsTo(email, 2), await mailsTo(here.email, 2)]).toMatchObject([{ length: 2 }, { length: 2 }])
  const { rows } = await server.owner.query(
    `select distinct extract(epoch from start_after - created_on)::integer as seconds from pgboss.job
     where state = 'created' and data ->> 'tenant_id' = $1::text`,
    [here.id],
  )
  expect(rows).toEqual([{ seconds: 600 }])
  await endQuietTime(server, here)
  await nothingLeft(here)

  const [, , mail, ...more] = await mailsTo(email, 3)
  expect(mail!.subject).toBe('Prenotazione modificata: Taglio, lunedì 23 novembre alle 15:00')
  expect(mail!.text).toContain('prima era lunedì 23 novembre alle 10:00')
  const [, , toBusiness, ...others] = await mailsTo(here.email, 3)
  expect(toBusiness!.subject).toBe('Prenotazione spostata: Taglio, lunedì 23 novembre alle 15:00')
  expect([...more, ...others]).toEqual([])
})

test('the business learns at once of each reschedule of a visit of today', async () => {
  const here = await aSalon()
  const email = newAddress('giulia')
  const { hidden_id } = await book(here, { email, visit_day: '2026-11-23', visit_hour: '15:00' })
  await nothingLeft(here)
  server.clock.now = Temporal.Instant.from('2026-11-23T07:00:00Z')

  for (const visit_hour of ['16:00', '17:00']) {
    await here.put(`/client/bookings/update/${hidden_id}`, { visit_day: '2026-11-23', visit_hour })
    await waitForJobs(server, here, { dueOnly: true })
  }

  expect((await mailsTo(here.email, 3)).map(({ subject }) => subject)).toEqual([
    'Nuova prenotazione: Taglio, lunedì 23 novembre alle 15:00',
    'Prenotazione spostata: Taglio, lunedì 23 novembre alle 16:00',
    'Prenotazione spostata: Taglio, lunedì 23 novembre alle 17:00',
  ])
  expect(await mailsTo(email, 2)).toHaveLength(2)
})

test('a cancellation within ten minutes replaces the e-mail about a second reschedule', async () => {
  const here = await aSalon()
  const email = newAddress('giulia')
  const { hidden_id } = await book(here, { email })
  await mailsTo(email)

  for (const visit_hour of ['12:00', '15:00']) {
    await here.put(`/client/bookings/update/${hidden_id}`, { visit_day: '2026-11-24', visit_hour })
    await waitForJobs(server, here, { dueOnly: true })
    if (visit_hour === '12:00') await mailsTo(email, 2)
  }
  await here.delete(`/client/bookings/delete/${hidden_id}`)
  await endQuietTime(server, here)
  await nothingLeft(here)

  expect((await mailsTo(email, 3)).map(({ subject }) => subject)).toEqual([
    'Prenotazione confermata: Taglio, lunedì 23 novembre alle 09:00',
    'Prenotazione modificata: Taglio, martedì 24 novembre alle 12:00',
    'Prenotazione disdetta: Taglio, martedì 24 novembre alle 15:00',
  ])
  expect(await listDropReasons(here, 'change')).toEqual([null, 'gone'])
})

test('e-mails leave out what the business lacks and, within the change notice, the links to change the visit', {
  tags: ['13.84', '13.182'],
}, async () => {
  const here = await aSalon({
    app_logo: '',
    address: '',
    whatsapp: '',
    app_primary_color: '#222',
    app_change_hours_notice: 72,
  })
  const email = newAddress('giulia')

  const { hidden_id } = await book(here, { email })
  const [mail] = await mailsTo(email)

  expect(mail!.text).toContain(`Vedi la prenotazione:\n${here.origin}/bookings/${hidden_id}`)
  expect(mail!.text).not.toMatch(/disdici|bookings\/delete/)
  expect(mail!.text).toContain('Mancano meno di 3 giorni alla visita: per spostarla o disdirla chiama 011 555 0123.')
  expect(mail!.html).not.toContain('<img')
  expect(mail!.html).toMatch(/aria-hidden="true"[^>]*>S<\/span>Salone Aurora/)
  expect(mail!.html).not.toContain('Indirizzo')
  expect(mail!.text).not.toContain('Dove')
})

test('a change of internal notes sends nothing, and a new e-mail address gets later e-mails', async () => {
  const here = await aSalon()
  const [email, other] = [newAddress('giulia'), newAddress('giulia')]
  const operator = await here.as('operator')
  const { id } = await book(here, { email })
  await mailsTo(email)
  const booking = { ...aBooking, email, service_id: here.service.id }

  await operator.put(`/bookings/update/${id}`, { ...booking, telephone: '3339999999' })
  await nothingLeft(here)
  await operator.put(`/bookings/update/${id}`, { ...booking, email: other })
  const [mail] = await mailsTo(other)

  expect(mail!.subject).toMatch(/^Prenotazione modificata/)
  expect(mail!.text).not.toContain('prima era')
  expect(await mailsTo(email)).toHaveLength(1)
})

test('several changes send only the last one, even if a minor change follows', {
  tags: ['13.24'],
}, async () => {
  const here = await aSalon()
  const email = newAddress('giulia')
  const operator = await here.as('operator')
  const { id } = await book(here, { email })
  await mailsTo(email)
  await nothingLeft(here)
  server.clock.now = NOW.add({ minutes: 5 })
  const reschedule = (changes: object) =>
    operator.put(`/bookings/update/${id}`, { ...aBooking, email, service_id: here.service.id, ...changes })
  await server.owner.query(`update messages set leased_until = now() + interval '1 hour' where tenant_id = $1`, [
    here.id,
  ])
  await server.owner.query(
    `create or replace function hold() returns trigger language plpgsql as $$ begin
       if new.tenant_id = ${here.id} then new.leased_until := now() + interval '1 hour'; end if; return new; end $$;
     create or replace trigger hold before insert on messages for each row execute function hold()`,
  )

  await reschedule({ visit_hour: '15:00' })
  await expect.poll(() => listDropReasons(here, 'change')).toHaveLength(1)
  await reschedule({ visit_hour: '16:00' })
  await expect.poll(() => listDropReasons(here, 'change')).toHaveLength(2)
  await reschedule({ visit_hour: '16:00', telephone: '3339999999' })
  await server.owner.query('drop trigger hold on messages')
  await server.owner.query('update messages set leased_until = null where tenant_id = $1', [here.id])
  await server.owner.query(`update pgboss.job set start_after = now() where data ->> 'tenant_id' = $1::text`, [here.id])

  const mail = (await mailsTo(email, 2))[1]!
  await nothingLeft(here)
  expect(mail.subject).toBe('Prenotazione modificata: Taglio, lunedì 23 novembre alle 16:00')
  expect(mail.text).toContain('prima era lunedì 23 novembre alle 09:00')
  expect(await listDropReasons(here, 'change')).toEqual(['superseded', null])
})

test('a cancellation sends an e-mail that removes the calendar entry, and one to the business if it is by the customer', {
  tags: ['9.28'],
}, async () => {
  const here = await aSalon()
  const emails = { customer: newAddress('giulia'), staff: newAddress('giulia') }
  const operator = await here.as('operator')
  const byCustomer = await book(here, { email: emails.customer })
  const byStaff = await book(here, { email: emails.staff, visit_hour: '11:00' })
  await nothingLeft(here)

  await here.delete(`/client/bookings/delete/${byCustomer.hidden_id}`)
  await operator.delete(`/bookings/delete/${byStaff.id}`)
  await endUndoTime(server)
  const [[, toCustomer], [, toOther]] = [await mailsTo(emails.customer, 2), await mailsTo(emails.staff, 2)]

  for (const [mail, { hidden_id }] of [[toCustomer!, byCustomer] as const, [toOther!, byStaff] as const]) {
    expectWellMade(mail, here)
    expect(findLinks(mail)).toContain(`${here.origin}/client_service`)
    expect(mail.html).not.toContain(hidden_id)
    const file = readCalendar(mail.attachments[0]!.content as string)
    expect(file).toMatchObject({ method: 'CANCEL', entries: [{ status: 'CANCELLED', sequence: 1 }] })
  }
  expect(toCustomer!.subject).toBe('Prenotazione disdetta: Taglio, lunedì 23 novembre alle 09:00')
  expect(toOther!.subject).toBe('Prenotazione disdetta: Taglio, lunedì 23 novembre alle 11:00')
  expect(toCustomer!.text).toContain('come hai chiesto')
  expect(toOther!.text).toContain('ci dispiace')
  await nothingLeft(here)
  const [, , toBusiness] = await mailsTo(here.email, 3)
  expectWellMade(toBusiness!, here)
  expect(toBusiness).toMatchObject({ subject: toCustomer!.subject, replyTo: [{ address: emails.customer }] })
})

test('deleting a past visit sends nothing', async () => {
  const here = await aSalon()
  const email = newAddress('giulia')
  const { id } = await book(here, { email })
  await mailsTo(email)
  server.clock.now = NOW.add({ hours: 24 * 5 })
  const operator = await here.as('operator')

  await operator.delete(`/bookings/delete/${id}`)
  await endUndoTime(server)
  await nothingLeft(here)

  expect(await listDropReasons(here, 'cancellation')).toEqual(['started'])
  expect(await mailsTo(email)).toHaveLength(1)
})

test('the business gets a contact request, and replies go to the visitor', { tags: ['11.1'] }, async () => {
  const here = await aSalon()
  const email = newAddress('marco')
  const message = 'Buongiorno,\nsiete aperti il 24?\n\n<b>Grazie</b>'

  await here.post('/client/contact', { name: 'Marco', email, phone: '+39 333 123 4567', message, privacy: true })
  const [mail] = await mailsTo(here.email)

  expectWellMade(mail!, here)
  expect(mail!.subject).toBe('Nuova richiesta di contatto')
  expect(mail!.replyTo).toMatchObject([{ name: '', address: email }])
  expect(findLinks(mail!)).toEqual(expect.arrayContaining([`mailto:${email}`, 'tel:+393331234567']))
  expect(mail!.text).toContain('> siete aperti il 24?')
  expect(mail!.html).toContain('siete aperti il 24?')
  expect(mail!.html).toContain('&lt;b&gt;Grazie&lt;/b&gt;')
})

test('an invitation and a reset send a working link to a user, and nothing to a deleted or disabled one', {
  tags: ['11.2'],
}, async () => {
  const here = await aSalon()
  const email = newAddress('paola')
  const { id } = await here.newUser({ name: 'Paola', email })
  const disabled = await here.newUser({ is_disabled: true })
  const send = async (kind: 'invitation' | 'password-reset', user_id: number) => {
    await transaction(here.ctx(), (ctx) => queueMessage(ctx, { kind, user_id }))
    here.ctx().jobs.wake()
  }

  for (const [i, kind, subject] of [
    [0, 'invitation', 'Il tuo accesso a Salone Aurora'],
    [1, 'password-reset', 'Scegli una nuova password'],
  ] as const) {
    await send(kind, id)
    const mail = (await mailsTo(email, i + 1))[i]!

    expectWellMade(mail, here)
    expect(mail.subject).toBe(subject)
    expect(mail.text).not.toMatch(/benvenut/i)
    const link = findLinks(mail).find((href) => href.startsWith(`${here.origin}/set_password#`))!
    expect(mail.text).toContain(link)
    const token = link.split('#')[1]
    const passwords = { new_password: `Nuova-202${i}!`, confirm_password: `Nuova-202${i}!` }
    const answer = await here.post('/client/set-password', { token, ...passwords })
    expect(answer.statusCode).toBeLessThan(300)
  }

  for (const user_id of [0, disabled.id]) await send('password-reset', user_id)
  await nothingLeft(here)
  expect(await listDropReasons(here, 'password-reset')).toEqual([null, 'gone', 'gone'])
})

test('sends nothing to an invalid e-mail address', async () => {
  const here = await aSalon({ email: '' })
  const operator = await here.as('operator')

  await operator.post('/bookings/create', { ...aBooking, email: 'non ricorda', service_id: here.service.id })
  await book(here, { email: newAddress('giulia'), visit_hour: '10:00' })
  await nothingLeft(here)

  expect(await listDropReasons(here, 'new-booking')).toEqual(['no address'])
  expect(new Set(await listDropReasons(here, 'confirmation'))).toEqual(new Set(['no address', null]))
})

test('e-mails have the local time of the business in any time zone', async () => {
  const here = await aSalon()
  await server.owner.query(`update tenants set time_zone = 'America/New_York' where id = $1`, [here.id])
  const email = newAddress('giulia')
  const there = await here.page('/')
  expect(there.statusCode).toBe(200)
  await expect.poll(async () => (await here.book(here.service.id, { email })).statusCode, { interval: 300 }).toBe(201)

  const [mail] = await mailsTo(email)

  expect(mail!.subject).toContain('lunedì 23 novembre alle 09:00')
  expect(readCalendar(mail!.attachments[0]!.content as string).entries[0]).toMatchObject({
    zone: 'America/New_York',
    start: '2026-11-23T14:00:00Z',
  })
})

const HOSTILE_NAMES: [description: string, name: string, surname: string][] = [
  [
    'markup and line breaks',
    '<img src=x onerror=alert(1)><script>alert(1)</script>"\'&',
    'A\r\nBcc: spia@example.it\r\n\r\nB',
  ],
  [
    'control characters, right to left and text that looks encoded',
    '\u0007Gi\u001b[31mulia\u2028 \u202eأحمد\u2066 \u05d3\u05d5\u05d3\u202c\u200f',
    '=?utf-8?q?=0D=0ABcc:_spia@example.it?=',
  ],
  ['five thousand characters, also in one word', 'Lunghissimo '.repeat(420), 'W'.repeat(5000)],
]

test.for(HOSTILE_NAMES)(
  'a hostile name neither adds headers nor markup: %s',
  { tags: ['11.3'] },
  async ([, name, surname]) => {
    const here = await aSalon()
    const email = newAddress('giulia')
    // Bypasses validation, like data from before a rule.
    await server.owner.query(
      `create or replace function rename() returns trigger language plpgsql as $$ begin new.name := ${literal(name)}; new.surname := ${literal(surname)}; return new; end $$;
     create or replace trigger rename before insert on bookings for each row execute function rename()`,
    )
    await book(here, { email })
    await server.owner.query('drop trigger rename on bookings')

    const [[toCustomer], [toBusiness]] = [await mailsTo(email), await mailsTo(here.email)]

    for (const mail of [toCustomer!, toBusiness!]) {
      expectWellMade(mail, here)
      const head = mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n'))
      expect(mail.headers.map(({ key }) => key).sort()).toEqual(
        [
          'auto-submitted',
          'content-type',
          'date',
          'from',
          'message-id',
          'mime-version',
          'reply-to',
          'subject',
          'to',
        ].sort(),
      )
      for (const line of head.split('\r\n')) expect(line.length).toBeLessThan(200)
      expect(head).not.toContain('spia')
      expect(mail.subject).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      expect(mail.html).not.toMatch(/<script|<img src=x|[\u202a-\u202e\u2066-\u2069]/)
      expect(mail.text).not.toMatch(/^Bcc:|[\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/mu)
      expect(mail.html!.length).toBeLessThan(30_000)
      expect([mail.to?.length, mail.cc, mail.bcc]).toEqual([1, undefined, undefined])
    }
    expect(smtp.recipients()).not.toContain('spia@example.it')
  },
)

test('a name with an address becomes no link in e-mails and calendar files', {
  tags: ['12.2'],
}, async () => {
  const here = await aSalon()
  const email = newAddress('giulia')
  await server.owner.query(
    `create or replace function rename() returns trigger language plpgsql as $$ begin
       new.name := 'http://evil.example/a'; new.surname := 'www.evil.example evil.com me@evil.com'; return new; end $$;
     create or replace trigger rename before insert on bookings for each row execute function rename()`,
  )
  await book(here, { email })
  await server.owner.query('drop trigger rename on bookings')

  const [[toCustomer], [toBusiness]] = [await mailsTo(email), await mailsTo(here.email)]

  for (const { html, text, attachments } of [toCustomer!, toBusiness!])
    for (const part of [html, text, ...attachments.map(({ content }) => unfold(content as string))])
      expect(part!.replaceAll(/^ATTENDEE.*$/gm, '')).not.toMatch(/:\/\/evil|evil\.\w|www\.evil|@evil/)
  expect(toBusiness!.text).toContain('evil')
})

const unfold = (file: string) => file.replaceAll(/\r?\n[ \t]/g, '')

const literal = (text: string) => `'${text.replaceAll("'", "''").toWellFormed()}'`

test('a waiting customer gets a confirmation and an offer with its deadline, each with the private link', async () => {
  const here = await aSalon()
  const email = newAddress('waiting')
  const { visit_day, visit_hour: _, ...giulia } = aBooking
  await here.newDayOff({
    calendar_id: here.service.calendar_id,
    day_from: visit_day,
    hour_from: '10:00',
    day_to: visit_day,
    hour_to: '20:00',
  })
  const { hidden_id } = await book(here)
  await here.post(`/client/waiting-list/${here.service.id}`, { ...giulia, visit_day, email, part: 'morning' })
  const [joined] = await mailsTo(email)
  await here.delete(`/client/bookings/delete/${hidden_id}`)
  const offered = (await mailsTo(email, 2)).find((mail) => mail.subject !== joined!.subject)!

  const { hidden_id: key } = await here.db
    .selectFrom('waiting_list_entries')
    .select('hidden_id')
    .executeTakeFirstOrThrow()
  for (const mail of [joined!, offered]) {
    expectWellMade(mail, here)
    expect(findLinks(mail)).toContain(`${here.origin}/waiting-list/${key}`)
    for (const part of [mail.html, mail.text])
      for (const fact of ['Giulia', 'Taglio', 'lunedì 23 novembre 2026']) expect(part).toContain(fact)
  }
  expect(joined!.subject).toBe('Sei in lista d’attesa: Taglio, lunedì 23 novembre')
  expect(joined!.text).toContain('Mattina')
  expect(offered.subject).toBe('Si è liberato un posto: Taglio, lunedì 23 novembre alle 09:00')
  expect(offered.text).toMatch(/Lo teniamo per te fino alle \d\d:\d\d/)
  for (const fact of ['60 minuti', '25,50\u00a0€']) expect(offered.text).toContain(fact)
})

test('e-mails about a series and the waiting list name each of several services, and the day after a long name', async () => {
  const here = await aSalon({ app_services_per_visit: 2 })
  const { calendar_id } = here.service
  const long = await here.newService({ name: 'T'.repeat(100), duration: 30, amount: '10.00', calendar_id })
  const { privacy, visit_day, visit_hour, ...person } = aBooking
  const visit = { ...person, service_id: long.id, also: String(here.service.id) }
  const [regular, waiting] = [newAddress('serie'), newAddress('waiting')]
  const staff = await here.as('operator')
  const visits = ['2026-11-23', '2026-11-30'].map((day) => ({ visit_day: day, visit_hour, calendar_id }))
  expect((await staff.post('/bookings/series', { ...visit, email: regular, visits })).statusCode).toBe(201)
  await here.newDayOff({ calendar_id, day_from: visit_day, hour_from: '11:00', day_to: visit_day, hour_to: '20:00' })
  const wish = { ...visit, privacy, visit_day, email: waiting }
  expect((await here.post(`/client/waiting-list/${long.id}`, wish)).statusCode).toBe(201)

  const [[series], [joined]] = [await mailsTo(regular), await mailsTo(waiting)]

  const what = `${'T'.repeat(59)}… e un altro servizio`
  expect(series!.subject).toBe(`Prenotazioni confermate: ${what}, da lunedì 23 novembre alle 09:00`)
  expect(joined!.subject).toBe(`Sei in lista d’attesa: ${what}, lunedì 23 novembre`)
  for (const { text } of [series!, joined!]) expect(text).toContain('Poi: Taglio, 60 minuti, 25,50\u00a0€')
})
