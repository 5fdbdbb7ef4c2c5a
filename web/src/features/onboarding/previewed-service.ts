import { openingWeek, windowsOn } from '@prenoto/core/availability/opening-hours.ts'
import { toOpeningHours } from '@prenoto/core/availability/opening-times.ts'
import { firstServiceSchema, type OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { EXAMPLE_SERVICE } from '../configuration/previewed.ts'

const { amount: price, discounted_amount: discount } = firstServiceSchema.shape

/** The service as its card would show it today; what is not filled in yet is an example's. */
export function previewedService({ service, opening_times }: OnboardingForm, today: PlainDate): PublicService {
  const duration = service.duration > 0 ? Math.floor(service.duration) : EXAMPLE_SERVICE.duration
  const { data: amount = '0' } = price.safeParse(service.amount)
  const { data: discounted_amount = null } = discount.safeParse(service.discounted_amount)
  const isBlank = service.name === ''
  return {
    ...EXAMPLE_SERVICE,
    ...(!isBlank && { name: service.name, amount, discounted_amount, description: service.description ?? '' }),
    duration,
    available_slots: [{ date: today, slots: slotsOf(today, duration, opening_times) }],
  }
}

/** One after the other while it is open. */
function slotsOf(today: PlainDate, duration: number, times: OnboardingForm['opening_times']) {
  const windows = windowsOn(today, openingWeek(toOpeningHours(times)))
  const count = windows.reduce((sum, { from, to }) => sum + Math.floor((to - from) / duration), 0)
  return Array.from({ length: count }, (_, i) => String(i))
}
