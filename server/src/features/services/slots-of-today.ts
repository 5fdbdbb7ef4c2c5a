import type { Service } from '@prenoto/core/services/managed-service-schema.ts'
import type { Context } from '../../tenants/context.ts'
import { listBookableServices } from '../availability/availability.repository.ts'
import { shownCalendars } from '../availability/shown-calendars.ts'
import { staffSlotsOfToday } from '../availability/staff-slots.ts'

export type ServiceRow = Omit<Service, 'calendars' | 'available_slots'>

/** Adds the calendars of services and the slots that staff can still book today. */
export async function withSlotsOfToday(ctx: Context, rows: ServiceRow[]): Promise<Service[]> {
  const bookable = await listBookableServices(
    ctx,
    rows.map((row) => row.id),
  )
  const slots = await staffSlotsOfToday(ctx, bookable)
  const calendars = new Map(bookable.map((service) => [service.id, shownCalendars(service)]))
  return rows.map((row) => ({
    ...row,
    calendars: calendars.get(row.id) ?? [],
    available_slots: slots.get(row.id) ?? [],
  }))
}
