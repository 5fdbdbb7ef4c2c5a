import { fakeTextChannels } from '@prenoto/test-support/http/fake-text-channels.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '../../../lib/log.ts'
import { openTextChannels } from './open-text-channels.ts'
import { smsChannel } from './sms.ts'

const fakes = await fakeTextChannels()
afterAll(() => fakes.close())
beforeEach(() => {
  fakes.whatsapp.does()
  fakes.sms.does()
  fakes.sms.requests.length = 0
})

const lines: string[] = []
const log = openLog('info', { write: (line) => lines.push(line) })
const sms = fakes.settings.sms!

const message = {
  ref: '1.2',
  to: '+393331234567',
  kind: 'reminder',
  business: 'Bar "Da Gino" \\ & Figli + {to}',
  when: 'lunedì 23 novembre alle 09:00',
  url: 'https://bar.example/bookings/abc',
  asksToConfirm: false,
} as const
const TEXT =
  'Bar "Da Gino" \\ & Figli + {to}: ti aspettiamo lunedì 23 novembre alle 09:00. Dettagli e modifiche: https://bar.example/bookings/abc'

test('the name of a business cannot change the request of the gateway', async () => {
  expect(await smsChannel(sms, log).send(message)).toEqual({ state: 'accepted' })
  const { json: _, ...bare } = sms
  await smsChannel({ ...bare, form: { to: '{digits}', text: '{text}', id: '{id}' } }, log).send(message)
  const get = { ...bare, method: 'GET' as const, url: `${sms.url}?to={to}&text={text}` }
  await smsChannel(get, log).send(message)

  const [json, posted, got] = fakes.sms.requests
  expect(JSON.parse(json!.body)).toEqual({ to: message.to, text: TEXT, ref: '1.2' })
  expect(Object.fromEntries(new URLSearchParams(posted!.body))).toEqual({ to: '393331234567', text: TEXT, id: '1.2' })
  expect(Object.fromEntries(new URL(got!.path, 'http://x').searchParams)).toEqual({ to: message.to, text: TEXT })
})

test.for([
  [190, 401, 'unavailable'],
  [131016, 500, 'unavailable'],
  [130429, 429, 'unavailable'],
  [131026, 400, 'refused'],
  [132001, 404, 'refused'],
] as const)('WhatsApp’s error %i with status %i means that the message is %s', async ([code, status, state]) => {
  const whatsapp = openTextChannels(fakes.settings, log).get('whatsapp')!
  fakes.whatsapp.does({ status, body: { error: { code, message: `to ${message.to}` } } })

  expect(await whatsapp.send(message)).toEqual({ state, reason: String(code) })
})

test('a redirect is not followed, an unclear answer is unknown, and an outage is logged without the number', async () => {
  const channel = smsChannel(sms, log)
  fakes.sms.does({ status: 302 })
  expect(await channel.send(message)).toEqual({ state: 'refused', reason: '302' })
  fakes.sms.does({ status: 502 })
  expect(await channel.send(message)).toEqual({ state: 'unknown', reason: '502' })
  const gone = await fakeTextChannels()
  gone.close()
  expect(await smsChannel(gone.settings.sms!, log).send(message)).toEqual({
    state: 'unavailable',
    reason: 'ECONNREFUSED',
  })

  expect(lines.join()).toContain('a message may have been sent')
  expect(lines.join()).toContain('sms is unavailable: ECONNREFUSED')
  expect(lines.join()).not.toMatch(/3331234567/)
})
