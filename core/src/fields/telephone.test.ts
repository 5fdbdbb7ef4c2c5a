import fc from 'fast-check'
import { expect, test } from 'vitest'
import { telephone as telephoneField } from './contact-fields.ts'
import {
  callLink,
  internationalNumber,
  listTelephones,
  nationalNumber,
  normalizeTelephone,
  whatsAppLink,
} from './telephone.ts'

test.for([
  // typed, stored, with country code, as dialled in Italy
  ['3331234567', '3331234567', '393331234567', '3331234567'],
  ['333123456', '333123456', '39333123456', '333123456'],
  ['391 2345678', '3912345678', '393912345678', '3912345678'],
  ['+39 333 123 4567', '393331234567', '393331234567', '3331234567'],
  ['0039 333 123 4567', '393331234567', '393331234567', '3331234567'],
  ['(+39) 333.123.4567', '393331234567', '393331234567', '3331234567'],
  ['\u202d+39 333 1234567\u202c', '393331234567', '393331234567', '3331234567'],
  ['\u200b333\u00a0123\u2011\u200d4567\ufeff', '3331234567', '393331234567', '3331234567'],
  ['３３３１２３４５６７', '3331234567', '393331234567', '3331234567'],
  ['333/1234567', '3331234567', '393331234567', '3331234567'],
  ['333·123_4567', '3331234567', '393331234567', '3331234567'],
  ['="0612345678"', '0612345678', '390612345678', '0612345678'],
  ["'0612345678", '0612345678', '390612345678', '0612345678'],
  ['3331234567.0', '3331234567', '393331234567', '3331234567'],
  ['tel:+393331234567', '393331234567', '393331234567', '3331234567'],
  ['+39 333 1234567 casa', '393331234567', '393331234567', '3331234567'],
  ['Cell: 333-1234567 (mamma)', '3331234567', '393331234567', '3331234567'],
  ['(0432) 12.34-56', '0432123456', '390432123456', '0432123456'],
  ['\u22123331234567', '3331234567', '393331234567', '3331234567'],
  ['+39 02 123456', '3902123456', '3902123456', '02123456'],
  ['+39 (0)2 1234567', '39021234567', '39021234567', '021234567'],
  ['390510000142', '390510000142', '390510000142', '0510000142'],
  ['800 123456', '800123456', '39800123456', '800123456'],
  ['+39 391234567', '39391234567', '39391234567', '391234567'],
  ['+354 611 1234', '003546111234', '3546111234', '003546111234'],
  ['00354 6111234', '003546111234', '3546111234', '003546111234'],
  ['+376 312 345', '00376312345', '376312345', '00376312345'],
  ['354 611 1234', '3546111234', '393546111234', '3546111234'],
  ['+44 (0)20 7946 0000', '442079460000', '442079460000', '442079460000'],
  ['+41 79 123 45 67', '41791234567', '41791234567', '41791234567'],
  ['+33 6 12 34 56 78', '33612345678', '33612345678', '33612345678'],
  ['+1 (212) 555-1234', '12125551234', '12125551234', '12125551234'],
] as const)('%j is stored as %s, is +%s, and dialled %s', { tags: ['13.116'] }, ([typed, stored, number, dialled]) => {
  expect(telephoneField.parse(typed)).toBe(stored)
  expect(telephoneField.parse(stored)).toBe(stored)
  expect([internationalNumber(typed), internationalNumber(stored)]).toEqual([number, number])
  expect([nationalNumber(typed), nationalNumber(stored)]).toEqual([dialled, dialled])
})

test('separators between the digits do not change a telephone number', () => {
  const separators = fc.constantFrom('', ' ', '.', '-', '(', ')', ' - ', '/', '·', '\u200e', '\u00a0')
  const digits = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), separators), { minLength: 8, maxLength: 14 })
  fc.assert(
    fc.property(digits, (parts) => {
      const plain = `34${parts.map(([digit]) => digit).join('')}`
      const spaced = `34${parts.map(([digit, separator]) => `${digit}${separator}`).join('')}`
      expect(normalizeTelephone(spaced)).toBe(plain)
    }),
  )
})

test.for(['non ne ha', 'Nascosto', 'dopo le 18', 'x'.repeat(200), ''])(
  '%j is no number and stays as it looks',
  (typed) => {
    expect([normalizeTelephone(typed), internationalNumber(typed)]).toEqual([typed, ''])
  },
)

test.for([
  ['333/1234567', ['3331234567']],
  ['333 1234567 / 06 1234567', ['3331234567', '061234567']],
  ['casa 06 1234567, cell +39 333 1234567', ['061234567', '393331234567']],
  ['3331234567 0612345678', ['3331234567', '0612345678']],
  ['12 oppure 3331234567', ['3331234567']],
  ['nessuno', []],
] as const)('%j contains the numbers %j', ([text, numbers]) => {
  expect(listTelephones(text)).toEqual(numbers)
})

test('links carry the country code, and WhatsApp links prefill the text', { tags: ['13.116'] }, () => {
  expect(callLink('3331234567')).toBe('tel:+393331234567')
  expect(callLink('06 1234567 / 333 1234567')).toBe('tel:+39061234567')
  expect(callLink('1522')).toBe('tel:1522')
  expect(whatsAppLink('333 1234567')).toBe('https://wa.me/393331234567')
  expect(whatsAppLink('3331234567', 'Ciao, è ora & qui')).toBe(
    'https://wa.me/393331234567?text=Ciao%2C%20%C3%A8%20ora%20%26%20qui',
  )
})
