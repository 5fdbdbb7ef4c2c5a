import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const WHATSAPP = {
  WHATSAPP_TOKEN: 'EAAG…',
  WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
  WHATSAPP_APP_SECRET: 'segreto',
  WHATSAPP_VERIFY_TOKEN: 'una-parola-abbastanza-lunga',
  WHATSAPP_PRICE_CENTS: '3.5',
}
const SMS = { SMS_URL: 'https://gateway.example/sms', SMS_BODY: '{"to":"{to}","text":"{text}"}', SMS_PRICE_CENTS: '6' }

test('both channels are read, with defaults for the address and the templates', () => {
  const { whatsapp, sms } = readSettings({ ...WHATSAPP, ...SMS }).textChannels

  expect(whatsapp).toMatchObject({
    apiUrl: expect.stringMatching(/^https:\/\/graph\.facebook\.com\/v\d+\.0$/),
    templates: { confirmation: 'prenoto_conferma', reminder: 'prenoto_promemoria' },
    price: 3.5,
  })
  expect(sms).toEqual({
    url: SMS.SMS_URL,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: SMS.SMS_BODY,
    bodyFormat: 'json',
    price: 6,
  })
})

test('a form needs no JSON, and GET no body', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8', Authorization: 'Basic abc' }
  const SMS_BODY = 'to={digits}&message={text}'

  expect(readSettings({ ...SMS, SMS_BODY, SMS_HEADERS: JSON.stringify(form) }).textChannels.sms).toMatchObject({
    bodyFormat: 'form',
    headers: { authorization: 'Basic abc' },
  })
  const SMS_URL = 'https://gateway.example/send?to={to}&text={text}'
  expect(readSettings({ SMS_URL, SMS_METHOD: 'GET', SMS_PRICE_CENTS: '6' }).textChannels.sms?.body).toBe(undefined)
})

test.for([
  [
    { WHATSAPP_TOKEN: 'EAAG…' },
    /^WHATSAPP_PHONE_NUMBER_ID: needed to send messages by WhatsApp\nWHATSAPP_APP_SECRET: /,
  ],
  [{ ...WHATSAPP, WHATSAPP_VERIFY_TOKEN: 'corta' }, 'WHATSAPP_VERIFY_TOKEN: use at least 16 characters'],
  [{ ...WHATSAPP, WHATSAPP_PRICE_CENTS: '-1' }, 'WHATSAPP_PRICE_CENTS: use 0 or more cents'],
  [{ ...WHATSAPP, WHATSAPP_REMINDER_TEMPLATE: 'Il mio' }, 'WHATSAPP_REMINDER_TEMPLATE: use the name of a template'],
  [{ SMS_BODY: '{}' }, 'SMS_BODY: also needs SMS_URL'],
  [{ SMS_URL: SMS.SMS_URL }, 'SMS_PRICE_CENTS: needed to send SMS'],
  [{ ...SMS, SMS_URL: 'gateway.example' }, 'SMS_URL: use an address such as https://gateway.example/send'],
  [{ ...SMS, SMS_BODY: '{"to":"{to}"}' }, 'SMS_BODY: needs {to} or {digits}, and {text}'],
  [{ ...SMS, SMS_BODY: 'to={to}&text={text}' }, 'SMS_BODY: use JSON, or set another content type in SMS_HEADERS'],
  [{ ...SMS, SMS_METHOD: 'GET' }, 'SMS_BODY: cannot be sent with SMS_METHOD=GET'],
  [{ ...SMS, SMS_METHOD: 'DELETE' }, 'SMS_METHOD: use POST, PUT or GET'],
  [{ ...SMS, SMS_HEADERS: '["a"]' }, 'SMS_HEADERS: use JSON such as'],
  [{ ...SMS, SMS_HEADERS: '{"a b":"c"}' }, 'SMS_HEADERS: use JSON such as'],
  [{ ...SMS, SMS_HEADERS: '{"content-type":"text/xml"}' }, 'SMS_HEADERS: the content type is application/json'],
] as const)('refuses %j', ([env, message]) => {
  expect(() => readSettings({ ...env })).toThrow(message)
})
