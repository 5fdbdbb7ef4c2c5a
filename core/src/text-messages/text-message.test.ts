import { expect, test } from 'vitest'
import { smsParts, smsText, toGsm } from './text-message.ts'

const content = {
  kind: 'confirmation',
  business: 'Salone Aurora',
  when: 'mercoledì 23 settembre alle 09:00',
  url: 'https://salone-aurora.prenoto.example/bookings/AbCdEfGhIjKlMnOpQrStUv',
  asksToConfirm: false,
} as const

test('an SMS names the business, day, hour and page of the visit', () => {
  expect(smsText({ ...content, kind: 'reminder', when: 'lunedì 23 novembre alle 09:00' })).toBe(
    `Salone Aurora: ti aspettiamo lunedì 23 novembre alle 09:00. Dettagli e modifiche: ${content.url}`,
  )
})

test('an SMS asks to confirm the visit if the business wants that', () => {
  expect(smsText({ ...content, kind: 'reminder', asksToConfirm: true })).toMatch(/09:00\. Conferma o cambia: https:/)
})

test('an SMS fits into one part by cutting the name of the business', () => {
  const text = smsText({
    ...content,
    url: 'https://aurora.it/bookings/AbCdEfGhIjKlMnOpQrStUv',
    business: 'Centro “Città d’Arte” di estetica, massaggi e benessere',
  })

  expect(text).toMatch(/^Centro "Città d'A[^:]*\.: prenotazione confermata/)
  expect(smsParts(text)).toBe(1)
  expect(smsParts(smsText(content))).toBeLessThanOrEqual(2)
})

test('letters that an SMS lacks are replaced, and the others stay', () => {
  expect(toGsm('Perché no? Łódź – “Caffè” Š 漢 €')).toBe('Perché no? ?odz - "Caffè" S ? €')
})

test.for([
  ['x'.repeat(160), 1],
  ['x'.repeat(161), 2],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  [`${'x'.repeat(69)}漢`, 1],
  [`${'x'.repeat(70)}漢`, 2],
] as const)('counts the parts of an SMS', ([text, parts]) => {
  expect(smsParts(text)).toBe(parts)
})
