import * as z from 'zod/mini'
import { idField, idParam } from '../contract/pagination.ts'
import type { VisitService } from '../services/visit-services.ts'

export type OtherService = { service_id: number; variant_id?: number | null }
export type ChosenServices = { variant_id?: number | null; also?: OtherService[] }

/** The other services as text: '7,9:4' is the service 7, then the variant 4 of the service 9; '' is none. */
const ALSO = /^(\d{1,15}(:\d{1,15})?(,\d{1,15}(:\d{1,15})?){0,2})?$/

/** The text of a query if it is valid and not empty. */
export const alsoIn = (text: unknown) => (typeof text === 'string' && ALSO.test(text) && text) || undefined

/** '7,9:4' as a list; undefined without other services. */
export const parseOtherServices = (text?: string) =>
  (text || undefined)?.split(',').map((one): OtherService => {
    const [service_id, variant_id] = one.split(':').map(Number)
    return { service_id: service_id!, variant_id }
  })

/** The inverse of `parseOtherServices`. */
export const alsoText = (also: OtherService[] = []) =>
  also.map(({ service_id, variant_id }) => (variant_id ? `${service_id}:${variant_id}` : service_id)).join(',') ||
  undefined

/** The choice that a booking was made with. */
export function toChosenServices({ service_id, services }: { service_id: number; services: VisitService[] | null }) {
  const [first, ...also] = services ?? []
  return { service_id, variant_id: first?.variant_id ?? null, also }
}

type Booked = Parameters<typeof toChosenServices>[0]

/** The same variant and services again, as an address chooses them. */
export function sameServices(booking: Booked): { variant?: number; also?: string } {
  const { variant_id, also } = toChosenServices(booking)
  return { variant: variant_id ?? undefined, also: alsoText(also) }
}

/** Whether a booking has the chosen services; those that the choice leaves out count as the same. */
export function hasServices(
  booking: Booked,
  { service_id, variant_id, also }: ChosenServices & { service_id: number },
) {
  const booked = toChosenServices(booking)
  return (
    service_id === booked.service_id &&
    (!variant_id || variant_id === booked.variant_id) &&
    (also === undefined || alsoText(also) === alsoText(booked.also))
  )
}

const alsoField = z.optional(
  z.pipe(
    z.string().check(z.regex(ALSO, 'Servizi non validi.')),
    z.transform((text) => parseOtherServices(text) ?? []),
  ),
)

/** The services of a visit in a request, besides the first one: its variant (the first if missing), and the others as text. */
export const chosenServices = { variant_id: z.optional(z.nullable(idField(''))), also: alsoField }
export const chosenServicesQuery = { variant_id: z.optional(idParam), also: alsoField }
