import type { BookingWindow } from '@prenoto/core/availability/booking-window.ts'
import { type DayPart, toDayPart } from '@prenoto/core/availability/slot-groups.ts'
import { slotsOfDay } from '@prenoto/core/availability/slots.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import type { Context } from '../../tenants/context.ts'
import { type BookableService, listBusy } from '../availability/availability.repository.ts'
import { openDays, toSlotRules } from '../availability/available-slots.ts'
import { listExceptions } from '../availability/exceptions.repository.ts'
import { countBusyMinutes } from '../availability/slots-at.ts'

/** A calendar and a time of a day. */
export type FreeSlot = { calendar_id: number; visit_hour: PlainTime }

type Wish = { calendar_id?: number | null; part?: DayPart | null }

/** Whether a slot matches what a person waits for. */
export const matches = (slot: FreeSlot, { calendar_id, part }: Wish) =>
  (!calendar_id || calendar_id === slot.calendar_id) && (!part || part === toDayPart(slot.visit_hour))

type FreeSlotsOptions = {
  day: PlainDate
  getWindow(service: BookableService): BookingWindow
  /** Ignores all bookings. */
  ifEmpty?: boolean
}

/** The free slots of visits on a day, by their key: by time, then by the calendar's occupied minutes. */
export async function freeSlots(
  ctx: Context,
  visits: Map<string, BookableService>,
  { day, getWindow, ifEmpty = false }: FreeSlotsOptions,
): Promise<Map<string, FreeSlot[]>> {
  const ids = [...new Set([...visits.values()].flatMap(({ calendars }) => calendars.map(({ id }) => id)))]
  if (ids.length === 0) return new Map()
  const busy = ifEmpty ? new Map() : await listBusy(ctx, ids, day, day)
  const exceptions = await listExceptions(ctx, { from: day, to: day, calendarIds: ids, includesUndoable: true })

  function listFreeSlots(service: BookableService): FreeSlot[] {
    const window = getWindow(service)
    if (day < window.first || day > window.last) return []
    const slots = service.calendars.flatMap((calendar) => {
      const rules = toSlotRules(ctx, { service, calendar, window, busy, exceptions })
      const busyMinutes = countBusyMinutes(rules)
      return openDays(ctx, calendar, { window: { first: day, last: day }, exceptions }).flatMap((open) =>
        slotsOfDay(open, rules).map((visit_hour) => ({ calendar_id: calendar.id, visit_hour, busyMinutes })),
      )
    })
    return slots.sort(
      (one, other) =>
        one.visit_hour.localeCompare(other.visit_hour) ||
        one.busyMinutes - other.busyMinutes ||
        one.calendar_id - other.calendar_id,
    )
  }
  return new Map([...visits].map(([key, visit]) => [key, listFreeSlots(visit)]))
}

/** The free slots of one visit. */
export async function freeSlotsOfVisit(
  ctx: Context,
  visit: BookableService,
  options: FreeSlotsOptions,
): Promise<FreeSlot[]> {
  return (await freeSlots(ctx, new Map([['', visit]]), options)).get('') ?? []
}
