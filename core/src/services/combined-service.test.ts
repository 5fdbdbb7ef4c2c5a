import { aCombinableService } from '@prenoto/test-support/fixtures/services.ts'
import { expect, test } from 'vitest'
import { chooseVariant, combineServices, listProcessingTimes } from './combined-service.ts'

const calendar = (id: number) => ({ id, name: '', note: '', picture: '' })

const service = {
  ...aCombinableService({ amount: '25.00', calendars: [calendar(1), calendar(2)] }),
  buffer_before: 5,
  buffer_after: 10,
}
const long = { id: 12, name: 'Capelli lunghi', duration: 50, amount: '42.10', discounted_amount: '40.00' }
const short = { id: 11, name: 'Capelli corti', duration: 20, amount: '20.00', discounted_amount: null }
const colour = {
  ...service,
  id: 2,
  name: 'Colore',
  duration: 60,
  amount: '50.20',
  calendars: [calendar(2), calendar(3)],
}

test('a service without variants and others stays as it is', () => {
  expect(combineServices([chooseVariant(service)!])).toBe(service)
})

test('a variant replaces name, duration and prices; the first one without a choice', () => {
  const cut = { ...service, variants: [short, long] }
  expect(chooseVariant(cut, 12)).toMatchObject({
    name: 'Taglio · Capelli lunghi',
    duration: 50,
    amount: '42.10',
    discounted_amount: '40.00',
    services: [{ service_id: 1, variant_id: 12, name: 'Taglio · Capelli lunghi', duration: 50, price: '40.00' }],
  })
  expect(chooseVariant(cut)?.services?.[0]?.variant_id).toBe(11)
  expect(chooseVariant(cut, 13)).toBeUndefined()
  expect(chooseVariant(service, 11)).toBeUndefined()
})

test('several services are one block on the calendars that they share', () => {
  const cut = chooseVariant({ ...service, variants: [short, long] }, 12)!
  const visit = combineServices([
    cut,
    { ...colour, allow_patient_notes: true },
    { ...service, id: 3, name: 'Piega', amount: '0.00' },
  ])
  expect(visit).toMatchObject({
    id: 1,
    name: 'Taglio · Capelli lunghi + Colore + Piega',
    // 50 + 60 + 30 minutes, and twice 10 after and 5 before.
    duration: 170,
    buffer_before: 5,
    buffer_after: 10,
    slot_step: 50,
    amount: '92.30',
    discounted_amount: '90.20',
    allow_patient_notes: true,
    calendars: [calendar(2)],
  })
  expect(visit.services?.map(({ service_id, variant_id, price }) => [service_id, variant_id, price])).toEqual([
    [1, 12, '40.00'],
    [2, null, '50.20'],
    [3, null, '0.00'],
  ])
  expect(combineServices([service, colour, { ...service, calendars: [calendar(1)] }]).calendars).toEqual([])
})

test('the processing times of several services count from the start of the visit', () => {
  const dye = { ...colour, processing_after: 20, processing_minutes: 30 }
  const bleached = { id: 31, name: 'Lunghi', duration: 90, amount: '80.00', discounted_amount: null }
  const bleach = { ...colour, variants: [{ ...bleached, processing_after: 10, processing_minutes: 40 }] }

  expect(listProcessingTimes(service)).toEqual([])
  expect(listProcessingTimes({ ...service, processing_after: 10, processing_minutes: 0 })).toEqual([])
  expect(listProcessingTimes(dye)).toEqual([{ from: 20, to: 50 }])
  // The variant's own times replace those of the service.
  expect(listProcessingTimes(chooseVariant({ ...dye, variants: [bleached] })!)).toEqual([])
  // 30 minutes of the cut, 10 after it and 5 before the next; then 60, 10 and 5 again.
  expect(listProcessingTimes(combineServices([service, dye, chooseVariant(bleach)!]))).toEqual([
    { from: 65, to: 95 },
    { from: 130, to: 170 },
  ])
})
