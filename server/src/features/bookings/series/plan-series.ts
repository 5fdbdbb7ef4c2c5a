import { staffWindow } from '@prenoto/core/availability/booking-window.ts'
import type { DaySlots } from '@prenoto/core/availability/slots.ts'
import { daysOfSeries, type PlannedVisit, type SeriesPlan } from '@prenoto/core/bookings/series-schema.ts'
import { addDays, epochDay, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toMinuteOfDay } from '@prenoto/core/time/plain-time.ts'
import { type StaffContext, transaction } from '../../../tenants/context.ts'
import { findAvailableSlots, toNow } from '../../availability/available-slots.ts'
import { findBookableVisit } from '../../availability/bookable-visit.ts'
import { ServiceNotFound } from '../../availability/errors.ts'
import { requireCalendar } from '../../availability/shown-calendars.ts'
import { findOccupied, slotsAt } from '../../availability/slots-at.ts'
import { describeConflicts, leastConflicting } from '../allocation/allocate-slot.ts'

/**
 * The state of each visit of a planned series. Only a hint: `bookSeries` checks again. Throws 404 for an unknown
 * service or calendar.
 */
export function planSeries(ctx: StaffContext, plan: SeriesPlan): Promise<PlannedVisit[]> {
  return transaction(ctx, async (ctx) => {
    const service = await findBookableVisit(ctx, plan)
    if (!service) throw new ServiceNotFound()
    const calendarId = plan.calendar_id ?? undefined
    requireCalendar(service, calendarId)

    const days = daysOfSeries(plan.visit_day, plan)
    const reach = searchReach(plan)
    const window = staffWindow(toNow(ctx))
    const first = latest(window.first, addDays(days[0]!, -reach))
    const last = earliest(window.last, addDays(days.at(-1)!, reach))
    const { slots } = await findAvailableSlots(ctx, [service], () => ({ ...window, first, last }), { calendarId })
    const offered = slots.get(service.id) ?? []

    const among = service.calendars.map(({ id }) => id).filter((id) => calendarId === undefined || id === calendarId)
    const isFree = (day: PlainDate) => slotsOn(offered, day).includes(plan.visit_hour)
    const taken = days.filter((day) => !isFree(day) && day <= window.last)
    const occupied = await findOccupied(ctx, among, taken)
    return days.map((visit_day): PlannedVisit => {
      const visit = { visit_day, visit_hour: plan.visit_hour }
      if (!taken.includes(visit_day))
        return { ...visit, state: isFree(visit_day) ? 'free' : 'beyond', conflicts: [], instead: null }
      const best = leastConflicting(slotsAt(ctx, service, { ...visit, window, among }, occupied))
      const conflicts = best ? describeConflicts(ctx, { service, requested: visit, ...best }, occupied) : []
      return { ...visit, state: 'taken', conflicts, instead: nearest(offered, visit, reach) }
    })
  })
}

/** Days to search around a date, so that two visits never get the same alternative. */
const searchReach = ({ every }: SeriesPlan) => Math.floor((every * 7 - 1) / 2)

const latest = (one: PlainDate, other: PlainDate) => (one > other ? one : other)
const earliest = (one: PlainDate, other: PlainDate) => (one < other ? one : other)

const slotsOn = (offered: DaySlots[], day: PlainDate) => offered.find(({ date }) => date === day)?.slots ?? []

type When = { visit_day: PlainDate; visit_hour: PlainTime }

/** The free slot nearest to a time, on its day or the nearest day with one; the later of two. */
function nearest(offered: DaySlots[], { visit_day, visit_hour }: When, reach: number): When | null {
  const daysAway = ({ date }: DaySlots) => epochDay(date) - epochDay(visit_day)
  const day = closest(
    offered.filter((day) => Math.abs(daysAway(day)) <= reach),
    daysAway,
  )
  const slot = day && closest(day.slots, (slot) => toMinuteOfDay(slot) - toMinuteOfDay(visit_hour))
  return day && slot ? { visit_day: day.date, visit_hour: slot } : null
}

function closest<T>(items: T[], distance: (item: T) => number): T | undefined {
  const away = (item: T) => Math.abs(distance(item))
  return [...items].sort((one, other) => away(one) - away(other) || distance(other) - distance(one))[0]
}
