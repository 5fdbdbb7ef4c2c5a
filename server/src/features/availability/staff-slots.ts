import { staffWindow } from '@prenoto/core/availability/booking-window.ts'
import type { DaySlots } from '@prenoto/core/availability/slots.ts'
import type { NoteGap } from '@prenoto/core/availability/useful-starts.ts'
import type { VisitOfService } from '@prenoto/core/bookings/staff-slots.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import type { Context } from '../../tenants/context.ts'
import type { BookableService } from './availability.repository.ts'
import { findAvailableSlots, toNow } from './available-slots.ts'
import type { BookedServices } from './bookable-visit.ts'

/** An existing booking as it was made. */
type EditedBooking = BookedServices & {
  id: number
  calendar_id: number
  visit_day: PlainDate
  visit_hour: PlainTime
}

/** The slots of today that staff can still book, by service. */
export async function staffSlotsOfToday(ctx: Context, services: BookableService[]): Promise<Map<number, DaySlots[]>> {
  const window = staffWindow(toNow(ctx))
  const { slots } = await findAvailableSlots(ctx, services, () => ({ ...window, last: window.first }))
  return slots
}

/** `isSame`: whether the edited booking has these services. */
type StaffSlotsOptions = { edited?: EditedBooking; isSame?: boolean; calendarId?: number }

/**
 * All slots that staff can book, on one calendar of a service or any, and those that leave a useless gap on each calendar.
 * An edited booking is ignored, and keeps its own time while its services stay the same.
 */
export async function findStaffSlots(
  ctx: Context,
  service: BookableService,
  { edited, isSame, calendarId }: StaffSlotsOptions,
): Promise<Pick<VisitOfService, 'available_slots' | 'useless_gaps'>> {
  const window = staffWindow(toNow(ctx))
  const gaps = new Map<string, VisitOfService['useless_gaps'][number]>()
  const noteGap: NoteGap = (date, slot, useless) => {
    const key = `${date} ${slot}`
    gaps.set(key, { date, slot, minutes: Math.min(useless, gaps.get(key)?.minutes ?? useless) })
  }
  const { slots } = await findAvailableSlots(ctx, [service], () => window, {
    except: edited?.id,
    calendarId,
    noteGap,
  })
  const days = slots.get(service.id) ?? []
  const isOwn = edited && isSame && (calendarId ?? edited.calendar_id) === edited.calendar_id
  return {
    available_slots: isOwn && edited.visit_day >= window.first ? withOwnTime(days, edited) : days,
    useless_gaps: [...gaps.values()].filter(({ minutes }) => minutes > 0),
  }
}

function withOwnTime(days: DaySlots[], { visit_day, visit_hour }: EditedBooking): DaySlots[] {
  const day = days.find(({ date }) => date === visit_day) ?? { date: visit_day, slots: [] }
  const slots = [...new Set([...day.slots, visit_hour])].sort()
  return [...days.filter(({ date }) => date !== visit_day), { date: visit_day, slots }].sort((a, b) =>
    a.date < b.date ? -1 : 1,
  )
}
