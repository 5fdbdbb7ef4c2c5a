import type { Interval } from '../availability/intervals.ts'
import { type CalendarTerms, serviceOnCalendar } from './by-calendar.ts'
import { type Processing, toProcessingTimes } from './processing.ts'
import { getPrice, type Variant } from './service-schema.ts'
import type { VisitService } from './visit-services.ts'
import { type VisitText, visitTexts } from './visit-texts.ts'

/** The facts that determine duration, price and calendars of a visit. Minutes and decimal texts. */
type Combinable = {
  id: number
  name: string
  duration: number
  amount: string
  discounted_amount: string | null
  buffer_before: number
  buffer_after: number
  slot_step: number | null
  allow_patient_notes: boolean
  calendars: { id: number }[]
  by_calendar: CalendarTerms[]
  variants: (Variant & Partial<Processing>)[]
} & Processing &
  Record<VisitText, string>

type Priced = Pick<Combinable, 'id' | 'name' | 'duration' | 'amount' | 'discounted_amount'>

/**
 * A bookable item; `services` is undefined for one service without a variant, `processing_times` (minutes from the start)
 * for one service.
 */
type Visit<S> = S & { services?: VisitService[]; processing_times?: Interval[] }

/** A visit on any of its calendars; `on_calendar` has what it is on each, if that differs. */
export type VisitByCalendar<S> = Visit<S> & { on_calendar?: ReadonlyMap<number, Visit<S>> }

type ChosenService<S> = { service: S; variant_id?: number | null | undefined }

/** Combines services in their chosen variants into one bookable item. Undefined for an unknown variant. */
export function combineChosen<S extends Combinable>(
  chosen: readonly ChosenService<S>[],
): VisitByCalendar<S> | undefined {
  const combine = (read: (service: S) => S) => {
    const parts = chosen.flatMap(({ service, variant_id }) => chooseVariant(read(service), variant_id) ?? [])
    return parts.length === chosen.length ? combineServices(parts as [Visit<S>]) : undefined
  }
  const visit = combine((service) => service)
  const differs = chosen.some(({ service }) => service.by_calendar.length > 0)
  if (!visit || visit.calendars.length === 0 || !differs) return visit
  const on_calendar = new Map(
    visit.calendars.map(({ id }) => [id, combine((service) => serviceOnCalendar(service, id))!] as const),
  )
  return { ...visit, on_calendar }
}

/** A visit as it is on one of its calendars. */
export const visitOnCalendar = <S extends Combinable>(visit: VisitByCalendar<S>, calendarId: number): Visit<S> =>
  visit.on_calendar?.get(calendarId) ?? visit

/** A service in one of its variants: the first without an id. Undefined for an unknown variant. */
export function chooseVariant<S extends Combinable>(service: S, variantId?: number | null): Visit<S> | undefined {
  const { id, name, variants } = service
  const variant = variantId ? variants.find(({ id }) => id === variantId) : variants[0]
  if (!variant) return variantId ? undefined : service
  const { duration, amount, discounted_amount, processing_after = null, processing_minutes = 0 } = variant
  const fullName = `${name} · ${variant.name}`
  const price = getPrice(variant)
  return {
    ...service,
    name: fullName,
    duration,
    amount,
    discounted_amount,
    processing_after,
    processing_minutes,
    // The starts of a variant are those of the service's own grid, if it has one.
    services: [{ service_id: id, variant_id: variant.id, name: fullName, duration, price }],
  }
}

/**
 * Combines the services of a visit into one bookable item: it starts on the grid of the first service, and its duration
 * includes the buffers between two services.
 */
export function combineServices<S extends Combinable>(services: readonly [Visit<S>, ...Visit<S>[]]): Visit<S> {
  const [first, ...others] = services
  const last = others.at(-1)
  if (!last) return first
  const pauses = others.reduce((sum, { buffer_before }, i) => sum + services[i]!.buffer_after + buffer_before, 0)
  return {
    ...first,
    name: services.map(({ name }) => name).join(' + '),
    duration: services.reduce((sum, { duration }) => sum + duration, pauses),
    amount: sumPrices(services.map(({ amount }) => amount)),
    discounted_amount: sumPrices(services.map(getPrice)),
    ...Object.fromEntries(visitTexts.map((name) => [name, joinTexts(services, name)])),
    buffer_after: last.buffer_after,
    processing_times: joinProcessingTimes(services),
    slot_step: first.slot_step ?? first.duration,
    allow_patient_notes: services.some(({ allow_patient_notes }) => allow_patient_notes),
    calendars: first.calendars.filter(({ id }) =>
      others.every(({ calendars }) => calendars.some((one) => one.id === id)),
    ),
    services: services.flatMap(listVisitServices),
  }
}

/** The times in which the calendar of a visit is free, in minutes from its start. */
export const listProcessingTimes = ({ processing_times, ...service }: Visit<Combinable>): Interval[] =>
  processing_times ?? toProcessingTimes(service)

function joinProcessingTimes(services: readonly Visit<Combinable>[]): Interval[] {
  let start = 0
  return services.flatMap((service, i) => {
    if (i > 0) start += service.buffer_before
    const times = listProcessingTimes(service).map(({ from, to }) => ({ from: start + from, to: start + to }))
    start += service.duration + service.buffer_after
    return times
  })
}

/** The text of each service once, under its name; bookings do the same in SQL. */
const joinTexts = (services: readonly Combinable[], text: VisitText) =>
  services
    .filter((service, i) => service[text] && services.findIndex(({ id }) => id === service.id) === i)
    .map((service) => `${service.name}:\n${service[text]}`)
    .join('\n\n')

/** The services of a visit in order. */
export const listVisitServices = ({ services, ...service }: Visit<Priced>): VisitService[] =>
  services ?? [
    {
      service_id: service.id,
      variant_id: null,
      name: service.name,
      duration: service.duration,
      price: getPrice(service),
    },
  ]

/** The sum of decimal texts with at most two decimals. */
export const sumPrices = (prices: string[]) =>
  (prices.reduce((cents, price) => cents + Math.round(Number(price) * 100), 0) / 100).toFixed(2)
