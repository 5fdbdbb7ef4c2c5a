import { randomBytes } from 'node:crypto'
import { bookableDays } from '@prenoto/core/availability/bookable-days.ts'
import { type CalendarException, closedIntervals } from '@prenoto/core/availability/calendar-schedule.ts'
import { openingWeek, type RegularWeek } from '@prenoto/core/availability/opening-hours.ts'
import { busyTime, slotsOfDay } from '@prenoto/core/availability/slots.ts'
import type { Attendance } from '@prenoto/core/bookings/attendance.ts'
import { addDays, isoWeekday, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { dayClock, toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import type { DemoService } from './demo-business.ts'
import { type Dice, dice } from './random.ts'

type SeededCalendar = { id: number; capacity: number; week: RegularWeek }
type SeededService = DemoService & { id: number; calendar_ids: number[] }
type SeededCustomer = { id: number; name: string; surname: string; email: string; telephone: string }
export type SeededBusiness = {
  timeZone: string
  calendars: SeededCalendar[]
  services: SeededService[]
  customers: SeededCustomer[]
  exceptions: (CalendarException & { calendar_id: number })[]
  /** Notes that visitors add to bookings. */
  notes: string[]
  /** A fully booked day. */
  fullDay?: PlainDate
}

const DAYS_BACK = 275
const DAYS_AHEAD = 90
/** More visits than fit into any day. */
const ATTEMPTS_ON_FULL_DAY = 60
const NOON = parsePlainTime('12:00')
/** Earliest time of the regular customer. */
const REGULAR_TIME = parsePlainTime('17:00')

/** The day and the epoch minute at which the demo is seeded. */
export type Moment = { today: PlainDate; minute: number }

const iso = (epochMinute: number) => Temporal.Instant.fromEpochMilliseconds(epochMinute * 60_000).toString()
const ascending = (a: number, b: number) => a - b

/** Share of booked slots: high until the end of this week, lower later. */
const fullness = (daysAhead: number) => (daysAhead < 0 ? 0.75 : Math.max(0.06, 1 - daysAhead / 25))

const WEDNESDAY = 3

/** Today, and Wednesdays of other weeks. */
const isRegularDay = (date: PlainDate, daysAhead: number) =>
  daysAhead === 0 || (isoWeekday(date) === WEDNESDAY && Math.abs(daysAhead) > 3 && daysAhead > -150 && daysAhead <= 21)

/** Rows of `bookings`: a year around today, each in a slot that the availability engine offers. Today is always busy. */
export function seedBookings(business: SeededBusiness, now: Moment) {
  const random = dice(2026)
  const rows = business.calendars.flatMap((calendar) => makeBookings(business, calendar, now, random))
  const [first, second] = rows
    .filter(({ visit_day, attendance }) => visit_day === now.today && attendance === 'completed')
    .filter(({ customer_id }) => customer_id !== business.customers[0]!.id)
    .sort((one, other) => (one.starts_at < other.starts_at ? -1 : 1))
  const noShow = second ?? first
  return rows.map((row) => (row === noShow ? { ...row, attendance: 'no_show' as const } : row))
}

function makeBookings(business: SeededBusiness, calendar: SeededCalendar, now: Moment, random: Dice) {
  const { timeZone } = business
  const { today } = now
  const services = business.services.filter(({ calendar_ids }) => calendar_ids.includes(calendar.id))
  const [regular, ...others] = business.customers
  const minute = (day: PlainDate, hour: PlainTime) => toEpochMinute(day, hour, timeZone)
  const exceptions = business.exceptions.filter(({ calendar_id }) => calendar_id === calendar.id)
  const closures = closedIntervals(exceptions, minute)
  const span = { first: addDays(today, -DAYS_BACK), last: addDays(today, DAYS_AHEAD) }
  const schedule = { from: span.first, weeks: [openingWeek(calendar.week)], exceptions }
  const days = bookableDays(schedule, span, (date) => dayClock(date, timeZone))

  return days.flatMap((day) => {
    const starts: number[] = []
    const ends: number[] = []
    const ahead = (minute(day.date, NOON) - minute(today, NOON)) / 1440
    const isFull = day.date === business.fullDay
    const tries = Math.round(6 * calendar.capacity * fullness(ahead) + random.below(3))
    const slotsFor = (service: SeededService) =>
      slotsOfDay(day, {
        ...toRules(service),
        capacity: calendar.capacity,
        bookings: { starts, ends, visits: starts },
        closures,
      })
    const isNow = (service: SeededService, slot: PlainTime) => {
      const start = minute(day.date, slot)
      return start <= now.minute && now.minute < start + service.duration
    }

    function book({ service, slot }: FoundSlot, { id: customer_id, ...person }: SeededCustomer, mayCancel: boolean) {
      const start = minute(day.date, slot)
      const end = start + service.duration
      const busy = busyTime(day.clock, start, toRules(service))
      const cancelled = mayCancel && random.chance(0.04)
      if (!cancelled) {
        starts.push(busy.from)
        ends.push(busy.to)
        starts.sort(ascending)
        ends.sort(ascending)
      }
      const bookedMinute = start - (2 + random.below(20)) * 1440 - random.below(120)
      const createdAt = iso(Math.min(bookedMinute, now.minute - 60 - random.below(600)))
      const discounted = service.discounted_amount && service.discounted_amount !== '0.00'
      const { buffer_before = 0, buffer_after = 0 } = service
      const isBuffered = buffer_before + buffer_after > 0
      const wroteNotes = service.allow_patient_notes && random.chance(0.5)
      return {
        ...person,
        customer_id,
        hidden_id: randomBytes(16).toString('base64url'),
        calendar_id: calendar.id,
        service_id: service.id,
        service_name: service.name,
        service_duration: service.duration,
        service_price: discounted ? service.discounted_amount : service.amount,
        buffer_before,
        buffer_after,
        busy_from: isBuffered ? iso(busy.from) : null,
        busy_to: isBuffered ? iso(busy.to) : null,
        visit_day: day.date,
        visit_hour: slot,
        starts_at: iso(start),
        ends_at: iso(end),
        patient_notes: wroteNotes ? random.pick(business.notes) : '',
        created_at: createdAt,
        scheduled_at: createdAt,
        deleted_at: cancelled ? iso(Math.min(bookedMinute + 1440, now.minute - 30)) : null,
        attendance: cancelled ? null : chooseAttendance({ start, end }, { now, isToday: ahead === 0, random }),
      }
    }

    /** A visit in progress, and the visit of the regular customer. */
    function fixedVisits() {
      if (calendar !== business.calendars[0]) return []
      const current = ahead === 0 ? firstSlot(services, slotsFor, isNow) : undefined
      const visits = current ? [book(current, random.pick(others), false)] : []
      const isAfterWork = (_: SeededService, slot: PlainTime) => slot >= REGULAR_TIME
      const usual = isRegularDay(day.date, ahead) ? firstSlot(services.slice(1), slotsFor, isAfterWork) : undefined
      return usual ? [...visits, book(usual, regular!, false)] : visits
    }

    const fixed = fixedVisits()
    const visits = Array.from({ length: isFull ? ATTEMPTS_ON_FULL_DAY : tries }).flatMap(() => {
      const preferred = random.pick(services)
      const service =
        isFull && slotsFor(preferred).length === 0 ? services.find((one) => slotsFor(one).length > 0) : preferred
      const slots = service ? slotsFor(service) : []
      if (!service || slots.length === 0) return []
      return [book({ service, slot: isFull ? slots[0]! : random.pick(slots) }, random.pick(others), !isFull)]
    })
    return [...fixed, ...visits]
  })
}

type FoundSlot = { service: SeededService; slot: PlainTime }

/** The first free slot of any service that matches. */
function firstSlot(
  services: SeededService[],
  slotsFor: (service: SeededService) => PlainTime[],
  matches: (service: SeededService, slot: PlainTime) => boolean,
): FoundSlot | undefined {
  for (const service of services) {
    const slot = slotsFor(service).find((one) => matches(service, one))
    if (slot) return { service, slot }
  }
  return undefined
}

/** Minutes after the start until a customer is marked as arrived. */
const MARKED_AFTER_MINUTES = 10

type AttendanceOptions = { now: Moment; isToday: boolean; random: Dice }

function chooseAttendance(
  { start, end }: { start: number; end: number },
  { now, isToday, random }: AttendanceOptions,
): Attendance | null {
  if (end <= now.minute) return !isToday && random.chance(0.03) ? 'no_show' : 'completed'
  return start + MARKED_AFTER_MINUTES <= now.minute ? 'arrived' : null
}

const toRules = ({ duration, slot_step, buffer_before = 0, buffer_after = 0 }: SeededService) => ({
  duration,
  step: slot_step ?? duration,
  before: buffer_before,
  after: buffer_after,
  processing: [],
  maxPerDay: 0,
  earliest: 0,
  minGap: 0,
  hidesGaps: false,
})
