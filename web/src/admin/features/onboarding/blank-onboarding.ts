import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { siteValues } from '../configuration/site-values.ts'
import { editableAmount } from '../services/price-fields.tsx'

/** Suggested texts and rules for a business that has none yet. */
const SUGGESTED = {
  welcome_text: 'Prenota online in pochi tocchi: scegli il servizio, il giorno e l’ora che preferisci.',
  contact_text: 'Hai una domanda? Scrivici o chiamaci: ti rispondiamo appena possibile.',
  app_day_reminder: 1,
  app_booking_max_months: 3,
  app_booking_hours_notice: 2,
}

const ZERO = editableAmount('0.00')

/** The initial values of the onboarding form. */
export const blankOnboarding = (configuration: Configuration, today: PlainDate): OnboardingForm => ({
  ...siteValues(configuration),
  welcome_text: configuration.welcome_text || SUGGESTED.welcome_text,
  contact_text: configuration.contact_text || SUGGESTED.contact_text,
  app_day_reminder: configuration.app_day_reminder || SUGGESTED.app_day_reminder,
  app_booking_max_months: configuration.app_booking_max_months || SUGGESTED.app_booking_max_months,
  app_booking_hours_notice: configuration.app_booking_hours_notice || SUGGESTED.app_booking_hours_notice,
  calendar: { name: '', description: '', from: today, to: '', simultaneous_bookings_number: 1 },
  opening_times: [],
  service: { name: '', duration: 0, amount: ZERO, discounted_amount: ZERO, description: '' },
})
