import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isVatNumber } from './vat-number.ts'

test.each(['00743110157', '12345678903', 'IT 00743110157', '0 0743 110 157'])('accepts %s as a VAT number', (typed) =>
  expect(isVatNumber(typed)).toBe(true),
)

test.each(['', '00743110158', '0074311015', '007431101577', 'ABCDEFGHILM', 'FR00743110157'])(
  'rejects %j as a VAT number',
  (typed) => expect(isVatNumber(typed)).toBe(false),
)

test('the check digit detects every single wrong digit', () => {
  fc.assert(
    fc.property(fc.nat(10), fc.integer({ min: 1, max: 9 }), (at, shift) => {
      const digits = [...'12345678903']
      digits[at] = String((Number(digits[at]) + shift) % 10)
      return !isVatNumber(digits.join(''))
    }),
  )
})
