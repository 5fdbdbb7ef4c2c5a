import { openingTime } from '@prenoto/core/onboarding/opening-times.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { expect, test } from 'vitest'
import { previewedServices } from './previewed-services.ts'

const MONDAY = parsePlainDate('2026-11-23')

test.each([0, 0.5, Number.NaN])('a service of %f minutes is shown with the example’s duration', (duration) => {
  const service = { name: 'Taglio', description: '', duration, amount: '20', discounted_amount: '' }
  const { services } = previewedServices({ service, opening_times: [openingTime(1, '08:00', '10:00')] }, MONDAY)

  expect(services[0]!.duration).toBe(30)
  expect(services[0]!.available_slots[0]!.slots).toHaveLength(4)
})
