import { createHmac } from 'node:crypto'
import { fakeTextChannels, WHATSAPP_SECRETS } from '@prenoto/test-support/http/fake-text-channels.ts'
import { aBooking, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, expect, test } from 'vitest'
import type { TextState } from '../../../database/schema.ts'
import { findConsent, saveConsent } from '../text-consents.repository.ts'
import { findTextSettings, reserveCost, saveTextSettings } from '../text-settings.repository.ts'

const fakes = await fakeTextChannels()
afterAll(() => fakes.close())
const without = await sharedServer()
const server = await sharedServer({ textChannels: fakes.settings, url: without.url })

const NUMBER = '+393331234567'

const sign = (body: string, secret = WHATSAPP_SECRETS.appSecret) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

type Sent = { signature?: string; to?: typeof server }

const post = (body: string, { signature = sign(body), to = server }: Sent = {}) =>
  to.app.inject({
    method: 'POST',
    url: '/webhooks/whatsapp',
    headers: { host: 'any.example', 'content-type': 'application/json', 'x-hub-signature-256': signature },
    payload: body,
  })

const makeReport = (value: object) =>
  JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] })

const makeStatusReport = (ref: string, status: string, errors?: { code: number }[]) =>
  makeReport({
    statuses: [{ id: 'wamid.x', status, recipient_id: '393331234567', biz_opaque_callback_data: ref, errors }],
  })

const anAnswer = (body: string, from = NUMBER) =>
  makeReport({ messages: [{ from: from.slice(1), type: 'text', text: { body } }] })

/** A business with a reminder by WhatsApp in this state. */
async function aReminder(state: TextState = 'accepted', reminders: 'whatsapp' | 'whatsapp_sms' = 'whatsapp') {
  const here = await server.newTenant()
  await saveTextSettings(here.ctx(), { confirmations: 'none', reminders, cap_cents: 1_000 })
  await reserveCost(here.ctx(), 3.5)
  const { id: booking_id } = (await here.book((await here.newService()).id, aBooking)).json()
  const now = server.clock.now.toString()
  const { id } = await here.db
    .insertInto('text_messages')
    .values({
      tenant_id: here.id,
      booking_id,
      kind: 'reminder',
      about: '2026-11-23T09:00',
      channel: 'whatsapp',
      state,
      cost_cents: 3.5,
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { here, ref: `${here.id}.${id}` }
}

const listStates = (here: TestTenant) =>
  here.db.selectFrom('text_messages').select(['channel', 'state', 'reason']).orderBy('id').execute()
const listEmails = async (here: TestTenant) =>
  (await here.db.selectFrom('messages').select('deduplication_key').where('kind', '=', 'reminder').execute()).map(
    ({ deduplication_key }) => deduplication_key.replace(/^reminder:\d+:/, ''),
  )

test('the webhook answers the challenge of the set-up for the right token only', async () => {
  const ask = (token: string) =>
    server.app.inject({
      url: `/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
      headers: { host: 'any.example' },
    })

  expect(await ask(WHATSAPP_SECRETS.verifyToken)).toMatchObject({ statusCode: 200, body: '1158201444' })
  expect((await ask('altra')).statusCode).toBe(401)
})

test('the webhook does not exist while WhatsApp is not configured', async () => {
  expect((await post('{}', { to: without })).statusCode).toBe(404)
})

test('the webhook records reports of delivery, also repeated and out of order', async () => {
  const { here, ref } = await aReminder('unknown')
  const states: unknown[] = []
  for (const status of ['sent', 'read', 'delivered', 'sent', 'read', 'failed', 'deleted']) {
    expect((await post(makeStatusReport(ref, status))).statusCode).toBe(200)
    states.push((await listStates(here))[0]!.state)
  }

  expect(states).toEqual(['accepted', 'read', 'read', 'read', 'read', 'read', 'read'])
  expect(await listEmails(here)).toEqual([])
})

test('a failed reminder is followed by one e-mail and costs nothing', async () => {
  const { here, ref } = await aReminder()
  for (let i = 0; i < 2; i++)
    expect((await post(makeStatusReport(ref, 'failed', [{ code: 131026 }]))).statusCode).toBe(200)

  expect(await listStates(here)).toEqual([{ channel: 'whatsapp', state: 'failed', reason: '131026' }])
  expect(await listEmails(here)).toEqual(['2026-11-23T09:00'])
  expect(await findTextSettings(here.ctx())).toMatchObject({ messages: 0, spent_cents: 0 })
})

test('a failed reminder is followed by an SMS if the business wants that', async () => {
  const { here, ref } = await aReminder('accepted', 'whatsapp_sms')
  await post(makeStatusReport(ref, 'failed'))

  expect(await listStates(here)).toMatchObject([{ state: 'failed' }, { channel: 'sms', state: 'waiting' }])
  expect(await listEmails(here)).toEqual([])
})

test.for(['', 'sha256=', `sha256=${'0'.repeat(64)}`, sign('{}'), sign('body', 'altro segreto')])(
  'refuses the signature %s',
  async (signature) => {
    const { here, ref } = await aReminder()

    expect((await post(makeStatusReport(ref, 'failed'), { signature })).statusCode).toBe(401)
    expect(await listStates(here)).toMatchObject([{ state: 'accepted' }])
  },
)

test('the webhook refuses a huge body, and ignores unreadable reports and unknown messages', async () => {
  expect((await post('x'.repeat(3 * 1024 * 1024 + 1))).statusCode).toBe(413)
  const { here, ref } = await aReminder()
  const strange = ['', 'null', '[]', '{"entry":[{"changes":[{"value":{"statuses":[1]}}]}]}']
  const unknown = ['999999.1', `${here.id}.999999`, `${here.id}`, '1.1; drop table', '', `${'9'.repeat(30)}.1`]
  for (const body of [...strange, ...unknown.map((one) => makeStatusReport(one, 'failed'))])
    expect((await post(body)).statusCode).toBe(200)

  expect(await listStates(here)).toMatchObject([{ state: 'accepted' }])
  // Another business's id does not reach the message.
  const other = await server.newTenant()
  await post(makeStatusReport(`${other.id}.${ref.split('.')[1]}`, 'failed'))
  expect(await listStates(here)).toMatchObject([{ state: 'accepted' }])
})

test('STOP withdraws the consent of the number at all businesses, other answers do not', async () => {
  const [one, other] = [await server.newTenant(), await server.newTenant()]
  for (const tenant of [one, other]) {
    await saveConsent(tenant.ctx(), NUMBER, ['whatsapp'])
    await saveConsent(tenant.ctx(), '+393339999999', ['whatsapp'])
  }
  const readWithdrawals = async (number: string) =>
    Promise.all([one, other].map(async (tenant) => (await findConsent(tenant.ctx(), number))!.withdrawn_at))

  await post(anAnswer('Grazie, non stop!'))
  expect(await readWithdrawals(NUMBER)).toEqual([null, null])
  await post(anAnswer(' Stop. '))
  expect(await readWithdrawals(NUMBER)).toEqual(['21-11-2026 09:45', '21-11-2026 09:45'])
  expect(await readWithdrawals('+393339999999')).toEqual([null, null])
})

test('another answer to a reminder reaches the staff of its business, once', async () => {
  const { here } = await aReminder()
  const other = await server.newTenant()
  for (const tenant of [here, other]) await saveConsent(tenant.ctx(), NUMBER, ['whatsapp'])
  const answers = (tenant: TestTenant) =>
    tenant.db.selectFrom('contact_requests').select(['name', 'phone', 'message']).orderBy('id').execute()

  for (let i = 0; i < 2; i++) expect((await post(anAnswer('Posso venire alle 10?'))).statusCode).toBe(200)
  await post(anAnswer('Posso venire alle 10?', '+393339999999'))
  await post(makeReport({ messages: [{ from: NUMBER.slice(1), type: 'audio', audio: {} }] }))
  await post(makeReport({ messages: [{ from: NUMBER.slice(1), type: 'reaction', reaction: {} }] }))
  const about = 'Risposta su WhatsApp alla prenotazione di lunedì 23 novembre alle 09:00:'
  const phone = aBooking.telephone
  const name = `${aBooking.name} ${aBooking.surname}`
  expect(await answers(here)).toEqual([
    { name, phone, message: `${about}\nPosso venire alle 10?` },
    { name, phone, message: `${about}\n(un messaggio senza testo, che qui non si può leggere)` },
  ])
  expect(await answers(other)).toEqual([])

  // A withdrawal that says more is read too, a mere one is not.
  await post(anAnswer('Stop, domani non vengo'))
  await post(anAnswer('Stop grazie'))
  expect((await answers(here)).slice(2)).toMatchObject([{ message: `${about}\nStop, domani non vengo` }])
  expect((await findConsent(here.ctx(), NUMBER))!.withdrawn_at).not.toBeNull()
})

test('at most ten answers of a customer reach the staff in a day', async () => {
  const { here } = await aReminder()
  await saveConsent(here.ctx(), NUMBER, ['whatsapp'])

  for (let i = 0; i < 12; i++) expect((await post(anAnswer(`Domanda ${i}`))).statusCode).toBe(200)

  expect(await here.db.selectFrom('contact_requests').select('id').execute()).toHaveLength(10)
})
