import * as z from 'zod/mini'
import { plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTimeOutput } from '../time/plain-time-schema.ts'
import { visitService } from './visit-services.ts'

/** The free slots of one day: visit_day and start times as HH:mm:ss, local time of the business. */
const availableDay = z.object({ date: plainDateOutput, slots: z.array(plainTimeOutput) })
export type AvailableDay = z.infer<typeof availableDay>

/** A calendar of a service with its public name; `note` and `picture` may be ''. */
const serviceCalendar = z.object({ id: z.int(), name: z.string(), note: z.string(), picture: z.string() })
export type ServiceCalendar = z.infer<typeof serviceCalendar>

/** A variant of a service ('capelli lunghi'), with a duration and prices of its own. */
export const variant = z.object({
  id: z.int(),
  name: z.string(),
  duration: z.int(),
  amount: z.string(),
  discounted_amount: z.nullable(z.string()),
})
export type Variant = z.infer<typeof variant>

/** The stored fields of a service that visitors see. */
export const publicServiceFields = {
  id: z.int(),
  name: z.string(),
  duration: z.int(),
  amount: z.string(),
  discounted_amount: z.nullable(z.string()),
  description: z.string(),
  /** Advice before the visit in several lines, '' without any. Of several services, each text under its name. */
  preparation: z.string(),
  color: z.string(),
  position: z.int(),
  /** Whether visitors may add notes to their booking. */
  allow_patient_notes: z.boolean(),
  /** The address of an uploaded picture, and the category heading in long lists; '' is none. */
  picture: z.string(),
  category: z.string(),
  /** In order; empty for a service without variants. */
  variants: z.array(variant),
}

/** The public data of a service. */
export const publicService = z.object({
  ...publicServiceFields,
  /** The calendars to choose from; empty for a service with one calendar. */
  calendars: z.array(serviceCalendar),
  /** In lists only today's entry; of a single service those of the whole booking horizon. */
  available_slots: z.array(availableDay),
  /** Whether duration or price depend on what is not chosen yet, a variant or a calendar; then the lowest are given. */
  varies: z.optional(z.boolean()),
  /** The first free slot in the booking horizon. */
  next_slot: z.nullable(z.object({ date: plainDateOutput, hour: plainTimeOutput })),
})
export type PublicService = z.infer<typeof publicService>

/** A period in which closures close a service. An hour is null where that end covers the whole day. */
const closedSpan = z.object({
  day_from: plainDateOutput,
  hour_from: z.nullable(plainTimeOutput),
  day_to: plainDateOutput,
  hour_to: z.nullable(plainTimeOutput),
})

/** The public data of a single service. */
export const offeredService = z.extend(publicService, {
  /** The day of the answer, local time of the business. */
  today: plainDateOutput,
  /** The instant until which the answer stays valid unless a record changes. */
  valid_until: z.string(),
  /** Closed days in the booking horizon: closures, and days without opening hours. */
  closed_days: z.array(plainDateOutput),
  /** The closures within the booking horizon, without their reasons. */
  closures: z.array(closedSpan),
  /** The services of the chosen visit, whose duration and prices are those of the whole visit. */
  services: z.array(visitService),
  /** The Italian sentence above the form of a visitor for whom an assistant holds an hour. */
  hold_text: z.optional(z.string()),
})
export type OfferedService = z.infer<typeof offeredService>

/** The price: the discounted amount when it is above zero, otherwise the amount. Decimal text. */
export const getPrice = (service: Pick<PublicService, 'amount' | 'discounted_amount'>) =>
  Number(service.discounted_amount) > 0 ? (service.discounted_amount as string) : service.amount

/** Whether the price is below the amount. */
export const isReduced = (service: Pick<PublicService, 'amount' | 'discounted_amount'>) =>
  Number(getPrice(service)) < Number(service.amount)
