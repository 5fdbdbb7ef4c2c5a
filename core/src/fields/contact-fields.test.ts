import fc from 'fast-check'
import { expect, test } from 'vitest'
import { email, normalizeTelephone, telephone } from './contact-fields.ts'

test.for([
  ['+39 333 123 4567', '393331234567'],
  ['0039 333 123 4567', '393331234567'],
  ['(0432) 12.34-56', '0432123456'],
  ['333\u00a0123\u20114567', '3331234567'],
  ['\u22123331234567', '3331234567'],
  ['3331234567', '3331234567'],
] as const)('normalizes %s to %s', ([typed, digits]) => {
  expect(telephone.parse(typed)).toBe(digits)
})

test('separators between the digits do not change a telephone number', () => {
  const separators = fc.constantFrom('', ' ', '.', '-', '(', ')', ' - ')
  const digits = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), separators), { minLength: 8, maxLength: 15 })
  fc.assert(
    fc.property(digits, (parts) => {
      const plain = `3${parts.map(([digit]) => digit).join('')}`
      const spaced = `3${parts.map(([digit, separator]) => `${digit}${separator}`).join('')}`
      expect(normalizeTelephone(spaced)).toBe(plain)
    }),
  )
})

test.for([
  ['', 'Il telefono è obbligatorio.'],
  ['+', 'Il telefono è obbligatorio.'],
  ['( )', 'Il telefono è obbligatorio.'],
  ['dopo le 18', 'Devi inserire solo numeri.'],
  ['333/1234567', 'Devi inserire solo numeri.'],
  ['1234567', 'Numero troppo corto.'],
  ['+39 123', 'Numero troppo corto.'],
  ['1234567890123456', 'Numero troppo lungo.'],
] as const)('rejects the telephone %j: %s', { tags: ['5.10', '9.16'] }, ([typed, message]) => {
  expect(telephone.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test.for([
  ['', 'L’email è obbligatoria.'],
  ['  ', 'L’email è obbligatoria.'],
  [null, 'L’email è obbligatoria.'],
  ['giulia', 'Inserisci un’email valida.'],
  ['giulia@example', 'Inserisci un’email valida.'],
  [`${'g'.repeat(250)}@example.it`, 'Inserisci un’email valida.'],
] as const)('rejects the e-mail %j: %s', { tags: ['5.2'] }, ([typed, message]) => {
  expect(email.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message])
})
