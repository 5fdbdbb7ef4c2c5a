import type { ChannelChoice, TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { fakeTextChannels } from '@prenoto/test-support/http/fake-text-channels.ts'
import { smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { runDelayedJobs } from '@prenoto/test-support/server/run-delayed-jobs.ts'
import {
  aBooking,
  NOW,
  type TestServer,
  type TestTenant,
  testServer,
} from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveConsent, withdrawConsents } from '../text-consents.repository.ts'
import { findTextSettings, saveTextSettings } from '../text-settings.repository.ts'

let fakes: Awaited<ReturnType<typeof fakeTextChannels>>
let smtp: Awaited<ReturnType<typeof smtpServer>>
let server: TestServer
beforeAll(async () => {
  fakes = await fakeTextChannels()
  smtp = await smtpServer()
  server = await testServer(options())
})
afterAll(async () => {
  await server.close()
  await smtp.close()
  fakes.close()
})
const options = () => ({ work: true, smtpUrl: smtp.url, textChannels: fakes.settings })
beforeEach(() => {
  server.clock.now = NOW
  for (const fake of [fakes.whatsapp, fakes.sms]) {
    fake.does()
    fake.requests.length = 0
  }
})

const NUMBER = '+393331234567'
let people = 0

type Chosen = { confirmations?: ChannelChoice; reminders?: ChannelChoice; cap_cents?: number }

/** A business with these channels whose customer has consented to both. Reminders go the day before. */
async function aSalon(chosen: Chosen, consent: TextChannelName[] = ['whatsapp', 'sms']) {
  const here = await server.newTenant({ app_name: 'Salone Aurora', app_day_reminder: 1 })
  await saveTextSettings(here.ctx(), { confirmations: 'none', reminders: 'none', cap_cents: 1_000, ...chosen })
  await saveConsent(here.ctx(), NUMBER, consent)
  return { ...here, service: await here.newService() }
}

type Salon = Awaited<ReturnType<typeof aSalon>>

async function book(here: Salon, booking: object = {}) {
  const email = `persona.${++people}@example.it`
  const booked = (await here.book(here.service.id, { ...aBooking, email, visit_day: '2026-11-26', ...booking })).json()
  await settle(here)
  return booked
}

const settle = (here: TestTenant) => waitForJobs(server, here, { dueOnly: true })

/** Plans the reminders of the day before the visit, as each minute does. */
async function remind(here: TestTenant) {
  server.clock.now = toInstant(parsePlainDate('2026-11-25'), parsePlainTime('09:01:00'), 'Europe/Rome')
  await here.ctx().jobs.add(here.ctx(), 'plan-reminders', {})
  here.ctx().jobs.wake()
  await settle(here)
}

const listTextMessages = (here: TestTenant) =>
  here.db.selectFrom('text_messages').select(['kind', 'channel', 'state', 'reason']).orderBy('id').execute()
const subjectsTo = async (email: string) => (await smtp.read(email)).map(({ subject }) => subject?.split(':')[0])
const spent = async (here: TestTenant) => {
  const { messages, spent_cents } = await findTextSettings(here.ctx())
  return { messages, spent_cents }
}

test('a confirmation by WhatsApp goes beside the e-mail and names neither the service nor the customer', async () => {
  const here = await aSalon({ confirmations: 'whatsapp' })
  const booked = await book(here)

  expect(await subjectsTo(booked.email)).toEqual(['Prenotazione confermata'])
  expect(fakes.sms.requests).toEqual([])
  const [request, ...others] = fakes.whatsapp.requests
  expect(others).toEqual([])
  expect(request).toMatchObject({ method: 'POST', path: '/106540352242922/messages' })
  expect(request!.headers.authorization).toBe('Bearer EAAG')
  expect(JSON.parse(request!.body)).toEqual({
    messaging_product: 'whatsapp',
    to: '393331234567',
    type: 'template',
    template: {
      name: 'prenoto_conferma',
      language: { code: 'it' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Salone Aurora' },
            { type: 'text', text: 'giovedì 26 novembre alle 09:00' },
            {
              type: 'text',
              text: expect.stringMatching(
                new RegExp(`^https://${here.domain}/bookings/${booked.hidden_id}\\?s=[\\da-f]{10}$`),
              ),
            },
          ],
        },
      ],
    },
    biz_opaque_callback_data: expect.stringMatching(new RegExp(`^${here.id}\\.\\d+$`)),
  })
  expect(await listTextMessages(here)).toMatchObject([{ kind: 'confirmation', channel: 'whatsapp', state: 'accepted' }])
  expect(await spent(here)).toEqual({ messages: 1, spent_cents: 3.5 })
  const { history } = (await (await here.as('operator')).get(`/bookings/${booked.id}/history`)).json()
  expect(history).toContainEqual({
    kind: 'text',
    at: '21-11-2026 09:45',
    message: 'confirmation',
    channel: 'whatsapp',
    state: 'accepted',
    reason: null,
  })
})

test('a reminder by SMS replaces the e-mail, also of a customer without an address, and is sent once', async () => {
  const here = await aSalon({ reminders: 'sms' })
  const booked = await book(here)
  const booking = { ...aBooking, email: 'Senza email', visit_day: '2026-11-26', service_id: here.service.id }
  const answer = await (await here.as('operator')).post('/bookings/create', { ...booking, visit_hour: '10:00' })
  expect(answer.statusCode).toBe(201)
  await remind(here)
  await remind(here)

  expect(await subjectsTo(booked.email)).toEqual(['Prenotazione confermata'])
  const sent = fakes.sms.requests.map(({ body }) => JSON.parse(body))
  expect(sent.map(({ to }) => to)).toEqual([NUMBER, NUMBER])
  const { text } = sent.find((one) => one.text.includes('alle 09:00'))
  expect(text).toMatch(
    /^Salone Aurora: ti aspettiamo giovedì 26 novembre alle 09:00\. Dettagli e modifiche: https:\/\/t\d/,
  )
})

test('a number without consent, of a landline or with consent to another channel gets the e-mail', async () => {
  const here = await aSalon({ reminders: 'whatsapp', confirmations: 'whatsapp' }, ['sms'])
  const numbers = ['3331234567', '3339999999', '0612345678']
  const booked = await Promise.all(
    numbers.map((telephone, i) => book(here, { telephone, visit_hour: `${10 + i}:00`, name: `P${i}` })),
  )
  await remind(here)

  for (const { email } of booked) expect(await subjectsTo(email)).toEqual(['Prenotazione confermata', 'Promemoria'])
  expect([fakes.whatsapp.requests, fakes.sms.requests]).toEqual([[], []])
  expect(await listTextMessages(here)).toEqual([])
})

test('a refused confirmation sends no second e-mail; a reminder takes the next channel, then the e-mail, and costs nothing', async () => {
  const here = await aSalon({ confirmations: 'sms', reminders: 'whatsapp_sms' })
  fakes.sms.does({ status: 422 })
  const booked = await book(here)
  expect(await subjectsTo(booked.email)).toEqual(['Prenotazione confermata'])
  fakes.whatsapp.does({ status: 400, body: { error: { code: 131026, message: 'Message undeliverable' } } })
  fakes.sms.does({ status: 400 })
  await remind(here)
  await remind(here)

  expect(await listTextMessages(here)).toEqual([
    { kind: 'confirmation', channel: 'sms', state: 'failed', reason: '422' },
    { kind: 'reminder', channel: 'whatsapp', state: 'failed', reason: '131026' },
    { kind: 'reminder', channel: 'sms', state: 'failed', reason: '400' },
  ])
  expect(await subjectsTo(booked.email)).toEqual(['Prenotazione confermata', 'Promemoria'])
  expect(await spent(here)).toEqual({ messages: 0, spent_cents: 0 })
})

test('a channel that is unavailable is tried again, and after half an hour the e-mail is sent', async () => {
  const here = await aSalon({ reminders: 'sms' })
  const booked = await book(here)
  fakes.sms.does({ status: 503 })
  await remind(here)
  expect(await listTextMessages(here)).toMatchObject([{ state: 'waiting' }])
  expect(await spent(here)).toEqual({ messages: 0, spent_cents: 0 })

  server.clock.now = server.clock.now.add({ minutes: 31 })
  await runDelayedJobs(server)
  await expect.poll(() => listTextMessages(here)).toMatchObject([{ state: 'failed', reason: '503' }])
  await settle(here)
  expect(await subjectsTo(booked.email)).toEqual(['Prenotazione confermata', 'Promemoria'])
})

test('an SMS whose answer is lost or whose worker died is not sent again: the e-mail is', async () => {
  const here = await aSalon({ reminders: 'sms' })
  const booked = await book(here)
  fakes.sms.does('lose')
  await remind(here)

  expect(fakes.sms.requests).toHaveLength(1)
  expect(await listTextMessages(here)).toMatchObject([{ state: 'failed', reason: 'unknown' }])
  expect(await subjectsTo(booked.email)).toEqual(['Prenotazione confermata', 'Promemoria'])
  expect(await spent(here)).toEqual({ messages: 1, spent_cents: 6 })

  const later = await book(here, { visit_hour: '10:00' })
  const now = server.clock.now.toString()
  const { id } = await here.db
    .insertInto('text_messages')
    .values({
      tenant_id: here.id,
      booking_id: later.id,
      kind: 'reminder',
      about: '2026-11-26T10:00',
      channel: 'sms',
      state: 'sending',
      created_at: now,
      changed_at: now,
      leased_until: '2026-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await here.ctx().jobs.add(here.ctx(), 'send-text', { text_message_id: id })
  here.ctx().jobs.wake()
  await settle(here)

  expect(fakes.sms.requests).toHaveLength(1)
  expect(await subjectsTo(later.email)).toEqual(['Prenotazione confermata', 'Promemoria'])
})

test('WhatsApp without a report of delivery within the hour is followed by the e-mail', async () => {
  const here = await aSalon({ reminders: 'whatsapp' })
  const booked = await book(here)
  fakes.whatsapp.does('lose')
  await remind(here)
  expect(await listTextMessages(here)).toMatchObject([{ state: 'unknown' }])
  expect(await subjectsTo(booked.email)).toEqual(['Prenotazione confermata'])

  await endUndoTime(server)
  await expect.poll(() => listTextMessages(here)).toMatchObject([{ state: 'failed', reason: 'undelivered' }])
  await settle(here)
  expect(await subjectsTo(booked.email)).toEqual(['Prenotazione confermata', 'Promemoria'])
  expect(fakes.whatsapp.requests).toHaveLength(1)
})

test('a visit that is cancelled before the sending gets no reminder by any channel, a withdrawn consent the e-mail', async () => {
  const here = await aSalon({ reminders: 'whatsapp_sms' })
  const other = '+393339999999'
  await saveConsent(here.ctx(), other, ['whatsapp', 'sms'])
  const cancelled = await book(here)
  const withdrawn = await book(here, { visit_hour: '10:00', telephone: '3339999999' })
  fakes.whatsapp.does({ status: 500, body: { error: { code: 131016 } } })
  await remind(here)
  expect(await listTextMessages(here)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  await here.delete(`/client/bookings/delete/${cancelled.hidden_id}`)
  await withdrawConsents(here.ctx(), [other])
  await endUndoTime(server)
  fakes.whatsapp.does()
  fakes.whatsapp.requests.length = 0
  await runDelayedJobs(server)
  await expect
    .poll(async () => (await listTextMessages(here)).map(({ state, reason }) => `${state} ${reason}`).sort())
    .toEqual(['dropped gone', 'failed consent', 'failed consent'])
  await settle(here)

  expect([...fakes.whatsapp.requests, ...fakes.sms.requests]).toEqual([])
  expect(await subjectsTo(cancelled.email)).not.toContain('Promemoria')
  expect(await subjectsTo(withdrawn.email)).toContain('Promemoria')
})

test('two processes never spend more than the month’s cap; the others get e-mails and editors one notification', async () => {
  const here = await aSalon({ reminders: 'sms', cap_cents: 12 })
  const editor = await here.as('editor')
  const hours = ['09:00', '10:00', '11:00', '12:00']
  const booked = await Promise.all(hours.map((visit_hour, i) => book(here, { visit_hour, name: `P${i}` })))
  const second = await testServer({ ...options(), url: server.url })
  second.clock.now = toInstant(parsePlainDate('2026-11-25'), parsePlainTime('09:01:00'), 'Europe/Rome')
  await remind(here)
  await second.close()

  expect(fakes.sms.requests).toHaveLength(2)
  expect(await spent(here)).toEqual({ messages: 2, spent_cents: 12 })
  const reminded = await Promise.all(booked.map(async ({ email }) => (await subjectsTo(email)).includes('Promemoria')))
  expect(reminded.filter(Boolean)).toHaveLength(2)
  const { notifications: list } = await here.db
    .selectFrom('notifications')
    .select((eb) => eb.fn.jsonAgg('message').as('notifications'))
    .where('user_id', '=', editor.id)
    .where('title', '=', 'Limite di spesa raggiunto')
    .executeTakeFirstOrThrow()
  expect(list).toEqual([expect.stringContaining('novembre 2026')])

  server.clock.now = Temporal.Instant.from('2026-12-01T00:30:00Z')
  expect(await spent(here)).toEqual({ messages: 0, spent_cents: 0 })
})
