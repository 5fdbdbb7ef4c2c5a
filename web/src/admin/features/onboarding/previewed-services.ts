import { openingWeek, windowsOn } from '@prenoto/core/availability/opening-hours.ts'
import { firstServiceSchema, type OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { convertOpeningTimes } from '@prenoto/core/onboarding/opening-times.ts'
import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime } from '@prenoto/core/time/plain-time.ts'

const { amount: price, discounted_amount: discount } = firstServiceSchema.shape

/** Shown until the service has a name. */
const EXAMPLE: PublicService = {
  id: 0,
  name: 'Il tuo primo servizio',
  duration: 30,
  amount: '25.00',
  discounted_amount: null,
  description: 'Qui i tuoi clienti leggono che cosa comprende.',
  preparation: '',
  color: '#000',
  position: 1,
  allow_patient_notes: false,
  picture: '',
  category: '',
  calendars: [],
  variants: [],
  available_slots: [],
  next_slot: null,
}

type Previewed = Pick<OnboardingForm, 'service' | 'opening_times'>

/** The service list with the first service and its slots today; missing values come from the example. */
export function previewedServices({ service, opening_times }: Previewed, today: PlainDate): ServicePage {
  const duration = service.duration >= 1 ? Math.floor(service.duration) : EXAMPLE.duration
  const { data: amount = '0' } = price.safeParse(service.amount)
  const { data: discounted_amount = null } = discount.safeParse(service.discounted_amount)
  const isBlank = service.name === ''
  const preview = {
    ...EXAMPLE,
    ...(!isBlank && { name: service.name, amount, discounted_amount, description: service.description ?? '' }),
    duration,
    available_slots: [{ date: today, slots: consecutiveSlots(today, duration, opening_times) }],
  }
  return { services: [preview], last_id: null, has_more: false, categories: [] }
}

/** Consecutive slots during the opening hours. */
function consecutiveSlots(today: PlainDate, duration: number, times: OnboardingForm['opening_times']) {
  const windows = windowsOn(today, openingWeek(convertOpeningTimes(times)))
  return windows.flatMap(({ from, to }) =>
    Array.from({ length: Math.floor((to - from) / duration) }, (_, i) => toPlainTime(from + i * duration)),
  )
}
