import { bookableDays } from '@prenoto/core/availability/bookable-days.ts'
import type { BookingWindow, Now } from '@prenoto/core/availability/booking-window.ts'
import { openingWeek } from '@prenoto/core/availability/opening-hours.ts'
import { availableSlots, type DaySlots, type Intervals } from '@prenoto/core/availability/slots.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { dayClock, localTimeAt, toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import { UNDO_SECONDS } from '@prenoto/core/undo.ts'
import type { Busy } from '../cache/busy-day-cache.ts'
import type { Context } from '../tenants/context.ts'
import { type BookableService, type Closure, listBusy, listClosures } from './availability.repository.ts'

/** The present, as the booking rules want to be told it. */
export function nowOf({ now, tenant }: Context): Now {
  const { epochMilliseconds } = now
  return { epochMilliseconds, today: localTimeAt(epochMilliseconds, tenant.time_zone).date }
}

type Obstacles = {
  /** A booking that counts as if it were not there. */
  except?: number
  /** What the calendars are busy with within the windows; read from the database as it is now, unless it is given. */
  busy?: Promise<Map<number, Busy>>
}

/** Slots by service, and until when they are these (epoch milliseconds) if nobody changes anything and no time passes them. */
type Available = { slots: Map<number, DaySlots[]>; until: number }

/** Computes the slots of services within a window, asking the database twice however many services there are. */
export async function findAvailableSlots(
  ctx: Context,
  services: BookableService[],
  windowOf: (service: BookableService) => BookingWindow,
  { except, busy: known }: Obstacles = {},
): Promise<Available> {
  if (services.length === 0) return { slots: new Map(), until: Number.POSITIVE_INFINITY }
  const windows = services.map(windowOf)
  const first = windows.map((window) => window.first).sort()[0]!
  const last = windows
    .map((window) => window.last)
    .sort()
    .at(-1)!
  const calendarIds = [...new Set(services.map((service) => service.calendar_id))]

  const [busy, closures] = await Promise.all([
    known ?? listBusy(ctx, calendarIds, first, last, except),
    listClosures(ctx, calendarIds, first, last),
  ])

  const slots = new Map(
    services.map((service, i) => {
      const { calendar } = service
      const days = bookableDays({ ...calendar, week: openingWeek(calendar) }, windows[i]!, (date) =>
        dayClock(date, ctx.tenant.time_zone),
      )
      const slots = availableSlots(days, {
        duration: service.duration,
        capacity: service.app_simultaneous_bookings_enabled ? calendar.simultaneous_bookings_number : 1,
        bookings: busy.get(service.calendar_id) ?? NOTHING,
        closures: closedIntervals(ctx, closures, service.calendar_id),
        earliest: windows[i]!.earliest,
      })
      return [service.id, slots]
    }),
  )
  const moments = [...busy.values().map(({ until }) => until), ...closures.map(reopensAt)]
  return { slots, until: Math.min(...moments) }
}

/** When a closure that was deleted, and may come back, closes no longer. */
const reopensAt = ({ deleted_at }: Closure) =>
  deleted_at ? deleted_at.add({ seconds: UNDO_SECONDS }).epochMilliseconds : Number.POSITIVE_INFINITY

/** The slots of one day within a window: what a booking's transaction decides by. */
export async function findSlotsOfDay(
  ctx: Context,
  service: BookableService,
  day: PlainDate,
  window: BookingWindow,
  except?: number,
): Promise<PlainTime[]> {
  if (day < window.first || day > window.last) return []
  const { slots } = await findAvailableSlots(ctx, [service], () => ({ ...window, first: day, last: day }), { except })
  return slots.get(service.id)?.[0]?.slots ?? []
}

const NOTHING: Intervals = { starts: [], ends: [] }

function closedIntervals(ctx: Context, closures: Closure[], calendarId: number): Intervals {
  const own = closures.filter((closure) => closure.calendar_id === calendarId)
  const ascending = (a: number, b: number) => a - b
  const minute = (day: PlainDate, hour: PlainTime) => toEpochMinute(day, hour, ctx.tenant.time_zone)
  return {
    starts: own.map((closure) => minute(closure.day_from, closure.hour_from)).sort(ascending),
    ends: own.map((closure) => minute(closure.day_to, closure.hour_to)).sort(ascending),
  }
}
