import { leastBusy } from '@prenoto/core/availability/any-calendar.ts'
import { type BookingWindow, visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import { collisionsAt } from '@prenoto/core/availability/collisions.ts'
import { type SlotRules, slotsOfDay } from '@prenoto/core/availability/slots.ts'
import type { CollisionKind } from '@prenoto/core/collision.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { minutesOf, type PlainTime } from '@prenoto/core/time/plain-time.ts'
import { dayClock } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../tenants/context.ts'
import { type BookableCalendar, type BookableService, listBusy, listClosures } from './availability.repository.ts'
import { daysOf, nowOf, rulesOf } from './available-slots.ts'

/** One of a service's calendars at a time that is wanted. */
export type Place = {
  id: number
  /** Whether the time is one of its slots. */
  isFree: boolean
  /** For how long it is busy on that day. */
  busyMinutes: number
  /** What the visit would run into. */
  collisions(): CollisionKind[]
}

type Wanted = {
  visit_day: PlainDate
  visit_hour: PlainTime
  window: BookingWindow
  /** The calendars that may be given, if the service still has them. */
  among: number[]
  /** A booking that counts as if it were not there. */
  except?: number
}

/** The calendars of a service at a time: what a booking's transaction decides by, once it has locked the day. */
export async function findPlaces(
  ctx: Context,
  service: BookableService,
  { visit_day: day, visit_hour, window, among, except }: Wanted,
): Promise<Place[]> {
  const calendars = service.calendars.filter(({ id }) => among.includes(id))
  if (calendars.length === 0) return []
  const ids = calendars.map(({ id }) => id)
  const [busy, closures] = await Promise.all([listBusy(ctx, ids, day, day, except), listClosures(ctx, ids, day, day)])
  const notice = visitorWindow(nowOf(ctx), service).earliest
  const isInWindow = day >= window.first && day <= window.last

  return calendars.map((calendar) => {
    const rules = rulesOf(ctx, { service, calendar, earliest: window.earliest, busy, closures })
    const shown = openDay(ctx, calendar, day)
    return {
      id: calendar.id,
      isFree: isInWindow && slotsOfDay(shown, rules).includes(visit_hour),
      busyMinutes: busyMinutesOf(rules),
      collisions: () => collisionsAt(shown, minutesOf(visit_hour), { rules, notice }),
    }
  })
}

/** The place that a visit gets: the preferred calendar if that is free, else the least busy of those that are. */
export function freePlace(places: Place[], preferred?: number): Place | undefined {
  const free = places.filter(({ isFree }) => isFree)
  return free.find(({ id }) => id === preferred) ?? leastBusy(free)
}

/** A day of a calendar, open or not. */
const openDay = (ctx: Context, calendar: BookableCalendar, day: PlainDate) =>
  daysOf(ctx, calendar, { first: day, last: day })[0] ?? {
    date: day,
    clock: dayClock(day, ctx.tenant.time_zone),
    windows: [],
  }

/** For how long a calendar is busy in all, with what these rules know of. */
export const busyMinutesOf = ({ bookings }: SlotRules) => sum(bookings.ends) - sum(bookings.starts)

const sum = (minutes: ArrayLike<number>) => Array.from(minutes).reduce((total, minute) => total + minute, 0)
