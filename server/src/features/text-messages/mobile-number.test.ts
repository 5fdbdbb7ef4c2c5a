import { expect, test } from 'vitest'
import { mobileNumber } from './mobile-number.ts'

test.for([
  ['3331234567', '+393331234567'],
  ['333123456', '+39333123456'],
  ['+39 333 123 4567', '+393331234567'],
  ['0039 333 1234567', '+393331234567'],
  ['393331234567', '+393331234567'],
  ['+354 611 1234', '+3546111234'],
  ['003546111234', '+3546111234'],
  ['3546111234', '+393546111234'],
  ['33612345678', '+33612345678'],
  ['447911123456', '+447911123456'],
  ['+376 312 345', '+376312345'],
  ['+44 20 7946 0000', undefined],
  ['+33 1 42 34 56 78', undefined],
  ['0612345678', undefined],
  ['390612345678', undefined],
  ['+39 02 123456', undefined],
  ['3902123456', undefined],
  ['800 123456', undefined],
  ['2071234567', undefined],
  ['senza numero', undefined],
  ['', undefined],
  ['1234567890123456', undefined],
])('the mobile number of %s is %s', ([typed, number]) => {
  expect(mobileNumber(typed!)).toBe(number)
})
