import { slotsOfAny } from '@prenoto/core/availability/any-calendar.ts'
import { type BookableDay, bookableDays } from '@prenoto/core/availability/bookable-days.ts'
import type { BookingWindow, Now } from '@prenoto/core/availability/booking-window.ts'
import { closedDays, closedSpans } from '@prenoto/core/availability/closed-days.ts'
import type { Intervals } from '@prenoto/core/availability/intervals.ts'
import {
  type OpeningHours,
  type OpeningWindow,
  openingWeek,
  openingWindow,
  weekOf,
} from '@prenoto/core/availability/opening-hours.ts'
import { availableSlots, type DaySlots, type SlotRules } from '@prenoto/core/availability/slots.ts'
import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { dayClock, localTimeAt, toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import type { Busy } from '../../cache/busy-day-cache.ts'
import type { Context } from '../../tenants/context.ts'
import {
  type BookableCalendar,
  type BookableService,
  type Closure,
  listBusy,
  listClosures,
} from './availability.repository.ts'
import type { DatedHoursRow } from './dated-hours.repository.ts'

/** The current time in the form the booking rules expect. */
export function nowOf({ now, tenant }: Context): Now {
  const { epochMilliseconds } = now
  return { epochMilliseconds, today: localTimeAt(epochMilliseconds, tenant.time_zone).date }
}

type Options = {
  /** A booking to ignore. */
  except?: number
  /** Only this calendar of the service. */
  calendarId?: number
  /** Occupied times and closures, if known; else they are read from the database. */
  known?: { busy: Map<number, Busy>; closures: Closure[] }
}

/**
 * Slots by service. They are valid until `until` (epoch milliseconds) unless data changes or the clock passes a slot.
 */
type Available = { slots: Map<number, DaySlots[]>; until: number; closures: Closure[] }

/** Computes the slots of services within a window in two queries, for any number of services. */
export async function findAvailableSlots(
  ctx: Context,
  services: BookableService[],
  windowOf: (service: BookableService) => BookingWindow,
  { except, calendarId, known }: Options = {},
): Promise<Available> {
  if (services.length === 0) return { slots: new Map(), until: Number.POSITIVE_INFINITY, closures: [] }
  const windows = services.map(windowOf)
  const first = windows.map((window) => window.first).sort()[0]!
  const last = windows
    .map((window) => window.last)
    .sort()
    .at(-1)!
  const asked = services.map(({ calendars }) =>
    calendarId === undefined ? calendars : calendars.filter(({ id }) => id === calendarId),
  )
  const calendarIds = [...new Set(asked.flatMap((calendars) => calendars.map(({ id }) => id)))]

  const [busy, closures] = known
    ? [known.busy, known.closures.filter(stillCloses(ctx))]
    : await Promise.all([listBusy(ctx, calendarIds, first, last, except), listClosures(ctx, calendarIds, first, last)])

  const slots = new Map(
    services.map((service, i) => {
      const offers = asked[i]!.map((calendar) =>
        availableSlots(
          daysOf(ctx, calendar, windows[i]!),
          rulesOf(ctx, { service, calendar, earliest: windows[i]!.earliest, busy, closures }),
        ),
      )
      return [service.id, slotsOfAny(offers)]
    }),
  )
  const moments = [...busy.values().map(({ until }) => until), ...closures.map(reopensAt)]
  return { slots, until: Math.min(...moments), closures }
}

/** The open days of a calendar within a window. */
export function daysOf(
  ctx: Context,
  calendar: BookableCalendar,
  window: Pick<BookingWindow, 'first' | 'last'>,
): BookableDay[] {
  return bookableDays(hoursOf(calendar), window, (date) => dayClock(date, ctx.tenant.time_zone))
}

type CalendarRow = OpeningHours & DatedHoursRow & { id: number; from: PlainDate; to: PlainDate | null }

/** The opening hours of a calendar, without closures. */
export const hoursOf = (calendar: CalendarRow) => ({
  id: calendar.id,
  from: calendar.from,
  to: calendar.to,
  week: openingWeek(calendar),
  changedHours: calendar.changed_hours.map(({ day_from, day_to, windows }) => ({
    from: day_from,
    to: day_to,
    week: weekOf(windows),
  })),
  specialOpenings: specialOpeningsByDay(calendar.special_openings),
})

/** The closed days of a service within a window and their closures, for one of its calendars or all. */
export function findClosed(
  { calendars }: BookableService,
  { first, last }: Pick<BookingWindow, 'first' | 'last'>,
  { closures, calendarId }: { closures: Closure[]; calendarId: number | undefined },
) {
  const asked = calendarId === undefined ? calendars : calendars.filter(({ id }) => id === calendarId)
  const rules = { calendars: asked.map(hoursOf), closures }
  return { closed_days: closedDays(rules, { first, last }), closures: closedSpans(rules, { first, last }) }
}

/** The opening windows of special openings by day. */
export function specialOpeningsByDay(specialOpenings: DatedHoursRow['special_openings']) {
  const days = new Map<PlainDate, OpeningWindow[]>()
  for (const { day, hour_from, hour_to } of specialOpenings) {
    const window = openingWindow(hour_from, hour_to)
    if (window) days.set(day, [...(days.get(day) ?? []), window])
  }
  return days
}

type RuleInputs = {
  service: BookableService
  calendar: BookableCalendar
  earliest: number
  busy: Map<number, Intervals>
  closures: Closure[]
}

/** The rules for the slots of a service on one of its calendars. */
export function rulesOf(ctx: Context, { service, calendar, earliest, busy, closures }: RuleInputs): SlotRules {
  return {
    duration: service.duration,
    step: service.slot_step ?? service.duration,
    before: service.buffer_before,
    after: service.buffer_after,
    capacity: service.app_simultaneous_bookings_enabled ? calendar.simultaneous_bookings_number : 1,
    maxPerDay: calendar.max_bookings_per_day,
    bookings: busy.get(calendar.id) ?? NOTHING,
    closures: closedIntervals(ctx, closures, calendar.id),
    earliest,
  }
}

/** Epoch milliseconds at which the undo of a deleted closure ends. */
const reopensAt = ({ deleted_at }: Closure) =>
  deleted_at ? deleted_at.add({ seconds: UNDO_SECONDS }).epochMilliseconds : Number.POSITIVE_INFINITY

const stillCloses = (ctx: Context) => (closure: Closure) => reopensAt(closure) > ctx.now.epochMilliseconds

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
