import { randomBytes } from 'node:crypto'
import { bookableDays } from '@prenoto/core/availability/bookable-days.ts'
import { type OpeningHours, openingWeek } from '@prenoto/core/availability/opening-hours.ts'
import { busyTime, slotsOfDay } from '@prenoto/core/availability/slots.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, timeOf } from '@prenoto/core/time/plain-time.ts'
import { dayClock, toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import type { DemoService } from './demo-business.ts'
import { type Dice, dice } from './random.ts'

type SeededCalendar = { id: number; capacity: number; hours: OpeningHours }
type SeededService = DemoService & { id: number; calendar_ids: number[] }
type SeededCustomer = { id: number; name: string; surname: string; email: string; telephone: string }
type SeededClosure = {
  calendar_id: number
  day_from: PlainDate
  hour_from: PlainTime
  day_to: PlainDate
  hour_to: PlainTime
}

type Shop = {
  timeZone: string
  calendars: SeededCalendar[]
  services: SeededService[]
  customers: SeededCustomer[]
  closures: SeededClosure[]
  /** On which nothing is left to book. */
  fullDay?: PlainDate
}

const DAYS_BACK = 275
const DAYS_AHEAD = 90
/** Of the shortest visits, on the longest day. */
const MORE_THAN_FIT = 60
const NOON = timeOf('12:00')
const MORNING = timeOf('08:00')

const iso = (epochMinute: number) => Temporal.Instant.fromEpochMilliseconds(epochMinute * 60_000).toString()
const ascending = (a: number, b: number) => a - b

/** How full a day is: busy in the past, emptier the further ahead. */
const fullness = (daysAhead: number) => (daysAhead < 0 ? 0.75 : Math.max(0.06, 0.5 - daysAhead / 60))

/** A year of bookings around today, each in a slot that the engine offers at that point. Rows for `bookings`. */
export function seedBookings(shop: Shop, today: PlainDate) {
  const random = dice(2026)
  return shop.calendars.flatMap((calendar) => bookingsOf(shop, calendar, today, random))
}

function bookingsOf(shop: Shop, calendar: SeededCalendar, today: PlainDate, random: Dice) {
  const { timeZone } = shop
  const services = shop.services.filter(({ calendar_ids }) => calendar_ids.includes(calendar.id))
  const minute = (day: PlainDate, hour: PlainTime) => toEpochMinute(day, hour, timeZone)
  const closed = shop.closures.filter((closure) => closure.calendar_id === calendar.id)
  const closures = {
    starts: closed.map((closure) => minute(closure.day_from, closure.hour_from)).sort(ascending),
    ends: closed.map((closure) => minute(closure.day_to, closure.hour_to)).sort(ascending),
  }
  const span = { first: addDays(today, -DAYS_BACK), last: addDays(today, DAYS_AHEAD) }
  const days = bookableDays({ from: span.first, week: openingWeek(calendar.hours) }, span, (date) =>
    dayClock(date, timeZone),
  )

  return days.flatMap((day) => {
    const starts: number[] = []
    const ends: number[] = []
    const ahead = (minute(day.date, NOON) - minute(today, NOON)) / 1440
    const isFull = day.date === shop.fullDay
    const tries = Math.round(6 * calendar.capacity * fullness(ahead) + random.below(3))
    const slotsFor = (service: SeededService) =>
      slotsOfDay(day, { ...rulesOf(service), capacity: calendar.capacity, bookings: { starts, ends }, closures })

    return Array.from({ length: isFull ? MORE_THAN_FIT : tries }).flatMap(() => {
      const wanted = random.pick(services)
      const service =
        isFull && slotsFor(wanted).length === 0 ? services.find((one) => slotsFor(one).length > 0) : wanted
      const slots = service ? slotsFor(service) : []
      if (!service || slots.length === 0) return []

      const visit_hour = isFull ? slots[0]! : random.pick(slots)
      const start = minute(day.date, visit_hour)
      const busy = busyTime(day.clock, start, rulesOf(service))
      const cancelled = !isFull && random.chance(0.04)
      if (!cancelled) {
        starts.push(busy.from)
        ends.push(busy.to)
        starts.sort(ascending)
        ends.sort(ascending)
      }
      const { id: customer_id, ...person } = random.pick(shop.customers)
      const made = start - (2 + random.below(20)) * 1440 - random.below(600)
      const createdAt = iso(Math.min(made, minute(today, MORNING)))
      const discounted = service.discounted_amount && service.discounted_amount !== '0.00'
      const { buffer_before = 0, buffer_after = 0 } = service
      const isBuffered = buffer_before + buffer_after > 0
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
        visit_hour,
        starts_at: iso(start),
        ends_at: iso(start + service.duration),
        created_at: createdAt,
        scheduled_at: createdAt,
        deleted_at: cancelled ? iso(Math.min(made + 1440, minute(today, MORNING))) : null,
      }
    })
  })
}

const rulesOf = ({ duration, slot_step, buffer_before = 0, buffer_after = 0 }: SeededService) => ({
  duration,
  step: slot_step ?? duration,
  before: buffer_before,
  after: buffer_after,
  maxPerDay: 0,
  earliest: 0,
})
