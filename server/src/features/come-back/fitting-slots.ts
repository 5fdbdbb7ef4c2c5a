import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import { findFittingSlot, findHabit } from '@prenoto/core/come-back/habit.ts'
import { addDays, isoWeekday, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import type { BookableService } from '../availability/availability.repository.ts'
import { toNow } from '../availability/available-slots.ts'
import { freeSlotsOfVisit } from '../waiting-list/free-slots.ts'

/** Hours in a message. */
const MAX_SLOTS = 3

/** Days after today in which hours are looked for. */
const MAX_DAYS = 28

type Visited = Parameters<typeof findHabit>[0]

export type FittingSlot = { visit_day: PlainDate; visit_hour: PlainTime; calendar_id: number }

/**
 * Three free hours of different days that fit a customer's habit: on the usual weekday, then on the first other days, each at
 * the usual part of the day and with the usual person if that is free.
 */
export async function listFittingSlots(
  ctx: Context,
  service: BookableService,
  visits: Visited,
): Promise<FittingSlot[]> {
  const habit = findHabit(visits)
  const today = todayIn(ctx.tenant.time_zone, ctx.now)
  const days = Array.from({ length: MAX_DAYS }, (_, i) => addDays(today, i + 1))
  const isUsual = (day: PlainDate) => isoWeekday(day) === habit.weekday
  const fittingSlots: FittingSlot[] = []
  for (const day of [...days.filter(isUsual), ...days.filter((day) => !isUsual(day))]) {
    if (fittingSlots.length === MAX_SLOTS) break
    const slots = await freeSlotsOfVisit(ctx, service, { day, getWindow: () => visitorWindow(toNow(ctx), service) })
    const slot = findFittingSlot(slots, habit)
    if (slot) fittingSlots.push({ visit_day: day, visit_hour: slot.visit_hour, calendar_id: slot.calendar_id })
  }
  return fittingSlots.sort((one, other) => one.visit_day.localeCompare(other.visit_day))
}
