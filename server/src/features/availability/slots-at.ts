import { leastBusy } from '@prenoto/core/availability/any-calendar.ts'
import { type BookingWindow, visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import { conflictsAt } from '@prenoto/core/availability/conflicts.ts'
import { type BusyTimes, busyTimes } from '@prenoto/core/availability/intervals.ts'
import { type SlotRules, slotsOfDay } from '@prenoto/core/availability/slots.ts'
import type { ConflictKind } from '@prenoto/core/contract/conflict.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toMinuteOfDay } from '@prenoto/core/time/plain-time.ts'
import { dayClock } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import {
  type BookableCalendar,
  type BookableService,
  listOccupied,
  type OccupiedTime,
} from './availability.repository.ts'
import { openDays, toNow, toSlotRules } from './available-slots.ts'
import { type Exceptions, listExceptions } from './exceptions.repository.ts'

/** One of a service's calendars at a requested time. */
export type SlotOption = {
  id: number
  /** Whether the time is one of its slots. */
  isFree: boolean
  /** Occupied minutes of that day. */
  busyMinutes: number
  /** The conflicts of a visit at this time. */
  conflicts(): ConflictKind[]
}

/** Bookings, slot holds and exceptions of some calendars on some days. */
export type Occupied = { taken: OccupiedTime[]; exceptions: Exceptions }

/** Reads all days at once and ignores the bookings `except`. */
export async function findOccupied(
  ctx: Context,
  calendarIds: number[],
  days: PlainDate[],
  except: number[] = [],
): Promise<Occupied> {
  if (calendarIds.length === 0 || days.length === 0) return { taken: [], exceptions: new Map() }
  const [ids, inOrder] = [[...new Set(calendarIds)], [...new Set(days)].sort()]
  const taken = await listOccupied(ctx, ids, inOrder)
  const [from, to] = [inOrder[0]!, inOrder.at(-1)!]
  const exceptions = await listExceptions(ctx, { from, to, calendarIds: ids, includesUndoable: true })
  return { taken: taken.filter(({ booking_id }) => !booking_id || !except.includes(booking_id)), exceptions }
}

type Requested = {
  visit_day: PlainDate
  visit_hour: PlainTime
  window: BookingWindow
  /** The calendars to choose from, if the service still has them. */
  among: number[]
}

/** The calendars of a service at a requested time. A booking's transaction locks the day before it calls this. */
export function slotsAt(
  ctx: Context,
  service: BookableService,
  { visit_day: day, visit_hour, window, among }: Requested,
  { exceptions, ...occupied }: Occupied,
): SlotOption[] {
  const notice = visitorWindow(toNow(ctx), service).earliest
  const isInWindow = day >= window.first && day <= window.last
  const taken = Map.groupBy(
    occupied.taken.filter(({ visit_day }) => visit_day === day),
    ({ calendar_id }) => calendar_id,
  )
  const busy = new Map([...taken].map(([id, times]) => [id, toBusyTimes(times)]))

  const calendars = service.calendars.filter(({ id }) => among.includes(id))
  return calendars.map((calendar) => {
    const rules = toSlotRules(ctx, { service, calendar, window, busy, exceptions })
    const openHours = openDay(ctx, calendar, { day, exceptions })
    return {
      id: calendar.id,
      isFree: isInWindow && slotsOfDay(openHours, rules).includes(visit_hour),
      busyMinutes: countBusyMinutes(rules),
      conflicts: () => conflictsAt(openHours, toMinuteOfDay(visit_hour), { rules, notice }),
    }
  })
}

function toBusyTimes(taken: OccupiedTime[]): BusyTimes {
  const pauses = taken.flatMap(({ processing }) => processing)
  return busyTimes(
    { starts: taken.map(({ from }) => from), ends: taken.map(({ to }) => to) },
    { starts: pauses.map(({ from }) => from), ends: pauses.map(({ to }) => to) },
  )
}

/** The preferred calendar if it is free, else the free one with the fewest occupied minutes. */
export function freeSlot(options: SlotOption[], preferred?: number): SlotOption | undefined {
  const free = options.filter(({ isFree }) => isFree)
  return free.find(({ id }) => id === preferred) ?? leastBusy(free)
}

/** A day of a calendar, open or not. */
const openDay = (
  ctx: Context,
  calendar: BookableCalendar,
  { day, exceptions }: { day: PlainDate; exceptions: Exceptions },
) =>
  openDays(ctx, calendar, { window: { first: day, last: day }, exceptions })[0] ?? {
    date: day,
    clock: dayClock(day, ctx.tenant.time_zone),
    windows: [],
  }

/** Occupied minutes of a calendar within the period of these rules. */
export const countBusyMinutes = ({ bookings }: SlotRules) => sum(bookings.ends) - sum(bookings.starts)

const sum = (minutes: ArrayLike<number>) => Array.from(minutes).reduce((total, minute) => total + minute, 0)
