import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { siteValues } from '../configuration/site-values.ts'

/** What an onboarding begins with: what is known of the business, and the defaults. */
export const blankOnboarding = (configuration: Configuration): OnboardingForm => ({
  ...siteValues(configuration),
  calendar: { name: '', description: '', from: '', to: '', simultaneous_bookings_number: 1 },
  opening_times: [],
  service: { name: '', duration: 0, amount: '0.00', discounted_amount: '0.00', description: '' },
})
