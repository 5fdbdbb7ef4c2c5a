import { expect, test } from 'vitest'
import { alsoIn, alsoText, hasServices, parseOtherServices, toChosenServices } from '../chosen-services.ts'

test('the other services have a text in addresses', () => {
  const also = [{ service_id: 7 }, { service_id: 9, variant_id: 4 }]
  expect(alsoText(also)).toBe('7,9:4')
  expect(parseOtherServices('7,9:4')).toEqual([
    { service_id: 7, variant_id: undefined },
    { service_id: 9, variant_id: 4 },
  ])
  for (const text of ['', '7,', '7,8,9,10', '7:', 'a', '7 ,8', '1234567890123456'])
    expect(alsoIn(text), text).toBeUndefined()
  expect(alsoText([])).toBeUndefined()
  expect([alsoIn('7,9:4'), parseOtherServices('')]).toEqual(['7,9:4', undefined])
})

test('a booking has the chosen services if they are the same in the same order', () => {
  const parts = [
    { service_id: 1, variant_id: 12, name: '', duration: 1, price: '1.00' },
    { service_id: 2, variant_id: null, name: '', duration: 1, price: '1.00' },
  ]
  const booking = { service_id: 1, services: parts }
  expect(toChosenServices(booking)).toMatchObject({
    service_id: 1,
    variant_id: 12,
    also: [{ service_id: 2, variant_id: null }],
  })
  expect(hasServices(booking, { service_id: 1 })).toBe(true)
  expect(hasServices(booking, { service_id: 1, variant_id: 12, also: [{ service_id: 2 }] })).toBe(true)
  expect(hasServices(booking, { service_id: 2 })).toBe(false)
  expect(hasServices(booking, { service_id: 1, variant_id: 11 })).toBe(false)
  expect(hasServices(booking, { service_id: 1, also: [] })).toBe(false)
  expect(hasServices({ service_id: 1, services: null }, { service_id: 1, variant_id: null, also: [] })).toBe(true)
})
