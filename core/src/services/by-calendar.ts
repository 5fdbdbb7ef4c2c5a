import { findProcessingIssue, type Processing } from './processing.ts'
import { getPrice } from './service-schema.ts'

/** Duration and prices of a service on one of its calendars; null is the service's own value. Minutes and decimal texts. */
export type CalendarTerms = {
  calendar_id: number
  duration: number | null
  /** With a price of its own, the discount of the service does not apply. */
  amount: string | null
  discounted_amount: string | null
}

type Priced = { duration: number; amount: string; discounted_amount: string | null }
type Named = Priced & { name: string }
type Differing = Priced & { by_calendar: CalendarTerms[]; variants: Priced[] }

/**
 * A service as it is on a calendar. Its variants differ from their own duration and prices as the service does: 'Con Zoe 15
 * minuti in più'.
 */
export function serviceOnCalendar<S extends Differing>(service: S, calendarId: number): S {
  const terms = service.by_calendar.find(({ calendar_id }) => calendar_id === calendarId)
  if (!terms) return service
  const { duration, amount, discounted_amount } = service
  const ownTerms: Priced = {
    duration: terms.duration ?? duration,
    amount: terms.amount ?? amount,
    discounted_amount: terms.discounted_amount ?? (terms.amount === null ? discounted_amount : null),
  }
  const minutes = ownTerms.duration - duration
  const cents = toCents(getPrice(ownTerms)) - toCents(getPrice(service))
  return {
    ...service,
    ...ownTerms,
    variants: service.variants.map((variant) => ({
      ...variant,
      duration: variant.duration + minutes,
      amount: addCents(variant.amount, cents),
      // A discount of zero is none.
      discounted_amount:
        Number(variant.discounted_amount) > 0 ? addCents(variant.discounted_amount!, cents) : variant.discounted_amount,
    })),
  }
}

const toCents = (price: string) => Math.round(Number(price) * 100)

const addCents = (price: string, cents: number) => (Math.max(0, toCents(price) + cents) / 100).toFixed(2)

type Offer = Differing & { calendars: readonly { id: number }[] }

/** The lowest price and the shortest duration among the variants and calendars of a service, and whether there are others. */
export function findLowestOffer(service: Offer) {
  const onEach = service.by_calendar.length > 0 ? service.calendars.map(({ id }) => serviceOnCalendar(service, id)) : []
  const offers = (onEach.length > 0 ? onEach : [service]).flatMap((one): Priced[] =>
    one.variants.length > 0 ? one.variants : [one],
  )
  return findLowest(offers)
}

/** The cheapest of these prices with the shortest duration, and whether there are others. */
export function findLowest(offers: readonly Priced[]) {
  const [cheapest] = offers.toSorted((one, other) => Number(getPrice(one)) - Number(getPrice(other)))
  const { amount, discounted_amount } = cheapest!
  const duration = Math.min(...offers.map((offer) => offer.duration))
  const varies = offers.some((offer) => isOther(offer, cheapest!))
  return { duration, amount, discounted_amount, ...(varies && { varies }) }
}

const isOther = (one: Priced, other: Priced) =>
  one.duration !== other.duration || toCents(getPrice(one)) !== toCents(getPrice(other))

type Refined = Processing & Priced & { by_calendar: CalendarTerms[]; variants: (Named & Partial<Processing>)[] }

const MAX_DURATION = 1440

/** The first fault in the durations by calendar: a variant without a minute, or no work beside a processing time. */
export function findTermsIssue(service: Refined): { path: (string | number)[]; message: string } | undefined {
  for (const [i, { calendar_id }] of service.by_calendar.entries()) {
    const { variants, ...own } = serviceOnCalendar(service, calendar_id)
    const parts = variants.length > 0 ? variants : [{ ...own, name: '' }]
    for (const { name, duration, processing_after = null, processing_minutes = 0 } of parts) {
      const path = ['by_calendar', i, 'duration']
      const part = name && ` con la variante ${name}`
      if (duration < 1 || duration > MAX_DURATION)
        return {
          path,
          message: `La durata${part} sarebbe di ${duration} minuti: almeno 1, al massimo ${MAX_DURATION}.`,
        }
      if (findProcessingIssue({ duration, processing_after, processing_minutes }))
        return { path, message: `Con ${duration} minuti${part} il tempo di posa non ci sta.` }
    }
  }
  return undefined
}
