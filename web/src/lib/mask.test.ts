import { expect, test } from 'vitest'
import { maskEmail, maskTelephone } from './mask.ts'

test.each([
  ['giulia.verdi@example.it', 'g***@example.it'],
  ['g@example.it', 'g***@example.it'],
  ['"a@b"@example.it', '"***@example.it'],
  ['non ha la posta', 'n***'],
  ['@example.it', '@***'],
  ['', '***'],
])('the e-mail %s is shown as %s', { tags: ['2.64'] }, (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

test.each([
  ['3331234567', '*******567'],
  ['393331234567', '*********567'],
  ['12345678', '*****678'],
  ['1234', '***4'],
  ['12', '**'],
  ['', ''],
])('the telephone %s is shown as %s', { tags: ['2.64'] }, (telephone, masked) => {
  expect(maskTelephone(telephone)).toBe(masked)
})
