import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { siteValues } from '../configuration/site-values.ts'
import { editableAmount } from '../services/price-fields.tsx'

/** Suggested rules for a business that has none yet. */
const SUGGESTED = { app_day_reminder: 1, app_booking_max_months: 3, app_booking_hours_notice: 2 }

const ZERO = editableAmount('0.00')

/** The initial values of the onboarding form. */
export const blankOnboarding = (configuration: Configuration): OnboardingForm => ({
  ...siteValues(configuration),
  app_day_reminder: configuration.app_day_reminder || SUGGESTED.app_day_reminder,
  app_booking_max_months: configuration.app_booking_max_months || SUGGESTED.app_booking_max_months,
  app_booking_hours_notice: configuration.app_booking_hours_notice || SUGGESTED.app_booking_hours_notice,
  calendar: { name: '', description: '', from: '', to: '', simultaneous_bookings_number: 1 },
  opening_times: [],
  service: { name: '', duration: 0, amount: ZERO, discounted_amount: ZERO, description: '' },
})
