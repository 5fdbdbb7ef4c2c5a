import { expect, test } from 'vitest'
import { callLink, internationalNumber, whatsAppLink } from './telephone.ts'

test.each([
  ['3331234567', '393331234567'],
  ['333123456', '39333123456'],
  ['3931234567', '393931234567'],
  ['393331234567', '393331234567'],
  ['+39 333 123-4567', '393331234567'],
  ['0510000142', '390510000142'],
  ['390510000142', '390510000142'],
  ['41791234567', '41791234567'],
  ['33612345678', '33612345678'],
  ['non ne ha', ''],
  ['', ''],
])('%s is dialled as %s', { tags: ['13.116'] }, (telephone, digits) =>
  expect(internationalNumber(telephone)).toBe(digits),
)

test('call links carry the country code, and WhatsApp links prefill the text', { tags: ['13.116'] }, () => {
  expect(callLink('3331234567')).toBe('tel:+393331234567')
  expect(whatsAppLink('3331234567', 'Ciao, è ora & qui')).toBe(
    'https://wa.me/393331234567?text=Ciao%2C%20%C3%A8%20ora%20%26%20qui',
  )
})
