import { expect, test } from 'vitest'
import { getPrice } from './service-schema.ts'

test.for([
  ['25.00', null, '25.00'],
  ['25.00', '0.00', '25.00'],
  ['25.00', '0', '25.00'],
  ['25.00', '19.90', '19.90'],
  ['25.00', '0.01', '0.01'],
  ['0.00', null, '0.00'],
] as const)(
  'of the amount %s and the discounted amount %s the price is %s',
  { tags: ['2.11', '5.18'] },
  ([amount, discounted_amount, price]) => {
    expect(getPrice({ amount, discounted_amount })).toBe(price)
  },
)
