import type { Interval } from '@prenoto/core/availability/intervals.ts'
import { type ChosenServices, hasServices, toChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import { combineChosen, combineServices } from '@prenoto/core/services/combined-service.ts'
import type { VisitService } from '@prenoto/core/services/visit-services.ts'
import type { Context } from '../../tenants/context.ts'
import { type BookableService, listBookableServices, listPublicServicesByIds } from './availability.repository.ts'

export type RequestedServices = ChosenServices & { service_id: number }

export const listServiceIds = ({ service_id, also = [] }: RequestedServices) => [
  ...new Set([service_id, ...also.map((other) => other.service_id)]),
]

/** Combines the chosen services into one bookable item. Undefined if one of them or a variant does not exist. */
export function combineVisit(
  services: BookableService[],
  { service_id, variant_id, also = [] }: RequestedServices,
): BookableService | undefined {
  const chosen = [{ service_id, variant_id }, ...also].flatMap((part) => {
    const service = services.find(({ id }) => id === part.service_id)
    return service ? { service, variant_id: part.variant_id } : []
  })
  return chosen.length === also.length + 1 ? combineChosen(chosen) : undefined
}

type Find = (ctx: Context, requested: RequestedServices) => Promise<BookableService | undefined>

/** A visit that staff may book, of hidden services too. */
export const findBookableVisit: Find = async (ctx, requested) =>
  combineVisit(await listBookableServices(ctx, listServiceIds(requested)), requested)

/** A visit that visitors may book. */
export const findPublicVisit: Find = async (ctx, requested) =>
  combineVisit(await listPublicServicesByIds(ctx, listServiceIds(requested)), requested)

/** A booking as it was made. */
export type BookedServices = {
  service_id: number
  service_name: string
  service_duration: number
  service_price: string
  services: VisitService[] | null
  buffer_before: number
  buffer_after: number
  /** In minutes from its start. */
  processing_times: Interval[]
}

/**
 * The bookable item of a booking, as it was booked, on the present calendars of its services. Undefined if the first one
 * is deleted.
 */
export function visitAsBooked(services: BookableService[], booking: BookedServices): BookableService | undefined {
  const { service_id, also } = toChosenServices(booking)
  const first = services.find(({ id }) => id === service_id)
  // The variants stay booked, whether or not they still exist.
  const others = also.flatMap((other) => services.find(({ id }) => id === other.service_id) ?? [])
  const visit = first && combineServices([first, ...others])
  return (
    visit && {
      ...visit,
      name: booking.service_name,
      duration: booking.service_duration,
      amount: booking.service_price,
      discounted_amount: null,
      slot_step: first.slot_step ?? booking.services?.[0]?.duration ?? null,
      buffer_before: booking.buffer_before,
      buffer_after: booking.buffer_after,
      processing_times: booking.processing_times,
      services: booking.services ?? undefined,
    }
  )
}

/** A booking's visit as it was booked if its services stay the same, else the requested one. */
export async function findChangedVisit(ctx: Context, booking: BookedServices, requested: RequestedServices) {
  if (!hasServices(booking, requested)) return findBookableVisit(ctx, requested)
  return findVisitAsBooked(ctx, booking)
}

export const findVisitAsBooked = async (ctx: Context, booking: BookedServices) =>
  visitAsBooked(await listBookableServices(ctx, listServiceIds(toChosenServices(booking))), booking)
