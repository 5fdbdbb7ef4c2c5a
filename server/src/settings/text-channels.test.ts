import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const WHATSAPP = {
  WHATSAPP_TOKEN: 'EAAG…',
  WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
  WHATSAPP_APP_SECRET: 'segreto',
  WHATSAPP_VERIFY_TOKEN: 'una-parola-abbastanza-lunga',
  WHATSAPP_PRICE_CENTS: '3.5',
}
const SMS = {
  SMS_REQUEST: '{"url":"https://gateway.example/sms","json":{"to":"{to}","text":"{text}"}}',
  SMS_PRICE_CENTS: '6',
}

const withRequest = (request: unknown) => ({ ...SMS, SMS_REQUEST: JSON.stringify(request) })

const url = 'https://gateway.example/sms'
const json = { to: '{to}', text: '{text}' }

test('both channels are read, with defaults for the address and the templates', () => {
  const { whatsapp, sms } = readSettings({ ...WHATSAPP, ...SMS }).textChannels

  expect(whatsapp).toMatchObject({
    apiUrl: expect.stringMatching(/^https:\/\/graph\.facebook\.com\/v\d+\.0$/),
    templates: { confirmation: 'prenoto_conferma', reminder: 'prenoto_promemoria' },
    price: 3.5,
  })
  expect(sms).toEqual({ url, method: 'POST', headers: {}, json, price: 6 })
})

test('a gateway can take a form, an address alone, or a request from a file', async () => {
  const form = { to: '{digits}', message: '{text}' }
  const headers = { Authorization: 'Basic abc' }
  expect(readSettings(withRequest({ url, headers, form })).textChannels.sms).toMatchObject({ headers, form })
  const get = { method: 'GET', url: `${url}?to={to}&text={text}` }
  expect(readSettings(withRequest(get)).textChannels.sms).toMatchObject(get)

  const folder = await mkdtemp(join(tmpdir(), 'prenoto-sms-'))
  await writeFile(join(folder, 'sms.json'), `${SMS.SMS_REQUEST}\n`)
  const fromFile = readSettings({ ...SMS, SMS_REQUEST: join(folder, 'sms.json') }).textChannels.sms
  await rm(folder, { recursive: true })
  expect(fromFile).toEqual(readSettings(SMS).textChannels.sms)
})

test.for([
  [
    { WHATSAPP_TOKEN: 'EAAG…' },
    /^WHATSAPP_PHONE_NUMBER_ID: needed to send messages by WhatsApp\nWHATSAPP_APP_SECRET: /,
  ],
  [{ ...WHATSAPP, WHATSAPP_VERIFY_TOKEN: 'corta' }, 'WHATSAPP_VERIFY_TOKEN: use at least 16 characters'],
  [{ ...WHATSAPP, WHATSAPP_PRICE_CENTS: '-1' }, 'WHATSAPP_PRICE_CENTS: use 0 or more cents'],
  [{ ...WHATSAPP, WHATSAPP_REMINDER_TEMPLATE: 'Il mio' }, 'WHATSAPP_REMINDER_TEMPLATE: use the name of a template'],
  [{ SMS_PRICE_CENTS: '6' }, 'SMS_REQUEST: needed to send SMS'],
  [{ SMS_REQUEST: SMS.SMS_REQUEST }, 'SMS_PRICE_CENTS: needed to send SMS'],
  [{ ...SMS, SMS_REQUEST: '{"url":' }, 'SMS_REQUEST: use JSON such as {"url":"https://gateway.example/sms"'],
  [{ ...SMS, SMS_REQUEST: '/nowhere/sms.json' }, 'SMS_REQUEST: use JSON such as'],
  [withRequest({ url, body: json }), 'SMS_REQUEST: use an object with url, json or form, method and headers'],
  [withRequest({ url: 'gateway.example', json }), 'SMS_REQUEST.url: use an address such as'],
  [withRequest({ url, json: { to: '{to}' } }), 'SMS_REQUEST: needs {to} or {digits}, and {text}'],
  [withRequest({ url, json, form: json }), 'SMS_REQUEST: use either json or form'],
  [withRequest({ url, json, method: 'GET' }), 'SMS_REQUEST: GET has neither json nor form'],
  [withRequest({ url, json, method: 'DELETE' }), 'SMS_REQUEST.method: use POST, PUT or GET'],
  [withRequest({ url, json, headers: ['a'] }), 'SMS_REQUEST.headers: use an object of texts'],
  [withRequest({ url, json, headers: { 'a b': 'c' } }), 'SMS_REQUEST.headers: use names and values that HTTP allows'],
  [withRequest({ url, form: { to: '{to}', text: 1 } }), 'SMS_REQUEST.form.text: use texts'],
] as const)('refuses %j', ([env, message]) => {
  expect(() => readSettings({ ...env })).toThrow(message)
})
