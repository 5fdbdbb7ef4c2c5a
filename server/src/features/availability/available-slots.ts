import { slotsOfAny } from '@prenoto/core/availability/any-calendar.ts'
import { type BookableDay, bookableDays } from '@prenoto/core/availability/bookable-days.ts'
import type { BookingWindow, Now } from '@prenoto/core/availability/booking-window.ts'
import { closedIntervals, type ScheduleException } from '@prenoto/core/availability/calendar-schedule.ts'
import { closedDays, closedSpans } from '@prenoto/core/availability/closed-days.ts'
import { type BusyTimes, busyTimes } from '@prenoto/core/availability/intervals.ts'
import { openingWeek, type RegularWeek } from '@prenoto/core/availability/opening-hours.ts'
import { availableSlots, type DaySlots, type SlotRules, type VisitTimes } from '@prenoto/core/availability/slots.ts'
import type { NoteGap } from '@prenoto/core/availability/useful-starts.ts'
import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import { listProcessingTimes, visitOnCalendar } from '@prenoto/core/services/combined-service.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { dayClock, localTimeAt, toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { type BookableCalendar, type BookableService, type Busy, listBusy } from './availability.repository.ts'
import { type Exceptions, listExceptions } from './exceptions.repository.ts'

/** The current time in the form the booking rules expect. */
export function toNow({ now, tenant }: Context): Now {
  const { epochMilliseconds } = now
  return { epochMilliseconds, today: localTimeAt(epochMilliseconds, tenant.time_zone).date }
}

type AvailableSlotsOptions = {
  /** A booking to ignore. */
  except?: number
  /** Only this calendar of the service. */
  calendarId?: number
  /** Occupied times and exceptions, if known; else they are read from the database. */
  occupancy?: { busy: Map<number, Busy>; exceptions: Exceptions }
  /** Receives the useless minutes of each slot on each calendar, if the business does not want any. */
  noteGap?: NoteGap | undefined
}

/**
 * Slots by service. They are valid until `until` (epoch milliseconds) unless data changes or the clock passes a slot.
 */
type Available = { slots: Map<number, DaySlots[]>; until: number; exceptions: Exceptions }

/** Computes the slots of services within a window in two queries, for any number of services. */
export async function findAvailableSlots(
  ctx: Context,
  services: BookableService[],
  getWindow: (service: BookableService) => BookingWindow,
  { except, calendarId, occupancy, noteGap }: AvailableSlotsOptions = {},
): Promise<Available> {
  if (services.length === 0) return { slots: new Map(), until: Number.POSITIVE_INFINITY, exceptions: new Map() }
  const windows = services.map(getWindow)
  const first = windows.map((window) => window.first).sort()[0]!
  const last = windows
    .map((window) => window.last)
    .sort()
    .at(-1)!
  const calendarsByService = services.map(({ calendars }) =>
    calendarId === undefined ? calendars : calendars.filter(({ id }) => id === calendarId),
  )
  const calendarIds = [...new Set(calendarsByService.flatMap((calendars) => calendars.map(({ id }) => id)))]

  const [busy, exceptions] = occupancy
    ? [occupancy.busy, withoutReopened(ctx, occupancy.exceptions)]
    : [
        await listBusy(ctx, calendarIds, first, last, except),
        await listExceptions(ctx, { from: first, to: last, calendarIds, includesUndoable: true }),
      ]

  const slots = new Map(
    services.map((service, i) => {
      const offers = calendarsByService[i]!.map((calendar) =>
        availableSlots(
          openDays(ctx, calendar, { window: windows[i]!, exceptions }),
          toSlotRules(ctx, { service, calendar, window: windows[i]!, busy, exceptions }),
          noteGap,
        ),
      )
      return [service.id, slotsOfAny(offers)]
    }),
  )
  const moments = [...busy.values().map(({ until }) => until), ...[...exceptions.values()].flat().map(reopensAt)]
  return { slots, until: Math.min(...moments), exceptions }
}

type DayInputs = { window: Pick<BookingWindow, 'first' | 'last'>; exceptions: Exceptions }

/** The open days of a calendar within a window. */
export function openDays(ctx: Context, calendar: BookableCalendar, { window, exceptions }: DayInputs): BookableDay[] {
  return bookableDays(toSchedule(calendar, exceptions), window, (date) => dayClock(date, ctx.tenant.time_zone))
}

type CalendarHours = {
  id: number
  from: PlainDate
  to: PlainDate | null
  weeks: RegularWeek[]
  rota_from: PlainDate | null
}

/** The opening hours of a calendar with its exceptions. */
export const toSchedule = (calendar: CalendarHours, exceptions: ReadonlyMap<number, ScheduleException[]>) => ({
  id: calendar.id,
  from: calendar.from,
  to: calendar.to,
  weeks: calendar.weeks.map(openingWeek),
  rota_from: calendar.rota_from,
  exceptions: exceptions.get(calendar.id) ?? [],
})

/** The closed days of a service within a window and its closures, for one of its calendars or all. */
export function findClosed(
  { calendars }: BookableService,
  { first, last }: Pick<BookingWindow, 'first' | 'last'>,
  { exceptions, calendarId }: { exceptions: Exceptions; calendarId: number | undefined },
) {
  const chosenCalendars = calendarId === undefined ? calendars : calendars.filter(({ id }) => id === calendarId)
  const schedules = chosenCalendars.map((calendar) => toSchedule(calendar, exceptions))
  return { closed_days: closedDays(schedules, { first, last }), closures: closedSpans(schedules, { first, last }) }
}

type RuleInputs = {
  service: BookableService
  calendar: BookableCalendar
  window: Pick<BookingWindow, 'earliest' | 'hidesGaps'>
  busy: Map<number, BusyTimes>
  exceptions: Exceptions
}

/** The times of a visit on one of its calendars. */
export function toVisitTimes(service: BookableService, calendarId: number): VisitTimes {
  const visit = visitOnCalendar(service, calendarId)
  return {
    duration: visit.duration,
    before: visit.buffer_before,
    after: visit.buffer_after,
    processing: listProcessingTimes(visit),
  }
}

/** The rules for the slots of a service on one of its calendars. */
export function toSlotRules(ctx: Context, { service, calendar, window, busy, exceptions }: RuleInputs): SlotRules {
  const times = toVisitTimes(service, calendar.id)
  return {
    ...times,
    step: visitOnCalendar(service, calendar.id).slot_step ?? times.duration,
    capacity: service.app_simultaneous_bookings_enabled ? calendar.simultaneous_bookings_number : 1,
    maxPerDay: calendar.max_bookings_per_day,
    bookings: busy.get(calendar.id) ?? NOTHING,
    closures: closedIntervals(exceptions.get(calendar.id) ?? [], (day, hour) =>
      toEpochMinute(day, hour, ctx.tenant.time_zone),
    ),
    earliest: window.earliest,
    minGap: service.app_min_gap,
    hidesGaps: window.hidesGaps,
  }
}

/** Epoch milliseconds at which the undo of a deleted closure ends. */
const reopensAt = ({ deleted_at }: { deleted_at: Temporal.Instant | null }) =>
  deleted_at ? deleted_at.add({ seconds: UNDO_SECONDS }).epochMilliseconds : Number.POSITIVE_INFINITY

/** Leaves out the deleted closures whose undo has ended. */
const withoutReopened = ({ now }: Context, exceptions: Exceptions): Exceptions =>
  new Map(
    [...exceptions].map(([id, rows]) => [id, rows.filter((row) => reopensAt(row) > now.epochMilliseconds)] as const),
  )

const NOTHING = busyTimes({ starts: [], ends: [] }, { starts: [], ends: [] })
