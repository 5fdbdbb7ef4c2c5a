import { halves } from '@prenoto/core/calendars/opening-hours-fields.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { addDays, isoWeekday, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import { describe, expect, test } from 'vitest'
import { type Moment, type SeededBusiness, seedBookings } from './seed-bookings.ts'

const ROME = 'Europe/Rome'
const HOURS = [
  ['09:00', '13:00'],
  ['14:30', '19:30'],
] as const

/** Two calendars, open except on Sundays; today is always open. */
function aBusiness(today: ReturnType<typeof parsePlainDate>): SeededBusiness {
  const windows = HOURS.map(([from, to], i) => ({
    weekdays: [1, 2, 3, 4, 5, 6],
    half: halves[i]!,
    from: parsePlainTime(from),
    to: parsePlainTime(to),
  }))
  const week = { windows, pauses: [] }
  const looks = { category: '', amount: '50.00', description: '', color: '#0f766e', calendar: 0 }
  return {
    timeZone: ROME,
    calendars: [
      { id: 1, capacity: 1, week },
      { id: 2, capacity: 2, week },
    ],
    services: [
      { ...looks, id: 1, name: 'Valutazione', duration: 60, calendar_ids: [1], allow_patient_notes: true },
      { ...looks, id: 2, name: 'Seduta', duration: 45, calendar_ids: [1] },
      { ...looks, id: 3, name: 'Massaggio', duration: 50, calendar_ids: [2] },
    ],
    customers: Array.from({ length: 40 }, (_, i) => {
      return { id: i + 1, name: `N${i}`, surname: 'Rossi', email: `n${i}@posta.example`, telephone: '3330000000' }
    }),
    exceptions:
      isoWeekday(today) === 7
        ? HOURS.map(([from, to]) => ({
            kind: 'special_opening' as const,
            calendar_id: 1,
            day_from: today,
            day_to: today,
            hour_from: parsePlainTime(from),
            hour_to: parsePlainTime(to),
          }))
        : [],
    notes: ['Grazie.'],
  }
}

describe.for(Array.from({ length: 7 }, (_, i) => addDays(parsePlainDate('2026-11-23'), i)))('on %s', (today) => {
  const now: Moment = { today, minute: toEpochMinute(today, parsePlainTime('11:20'), ROME) }
  const business = aBusiness(today)
  const rows = seedBookings(business, now).filter(({ deleted_at }) => !deleted_at)
  const ofToday = rows.filter(({ visit_day }) => visit_day === today)
  const toMinute = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds / 60_000

  test(`${formatDay(today)} has completed and upcoming visits, one no-show, one arrival, and gaps`, {
    tags: ['13.117'],
  }, () => {
    const attendances = ofToday.map(({ attendance }) => attendance)
    expect(attendances.filter((attendance) => attendance === 'no_show')).toHaveLength(1)
    expect(attendances).toContain('arrived')
    expect(ofToday.some(({ starts_at }) => toMinute(starts_at) > now.minute)).toBe(true)
    expect(ofToday.length).toBeGreaterThanOrEqual(5)
    const sumDurations = (id: number) =>
      ofToday
        .filter(({ calendar_id }) => calendar_id === id)
        .reduce((sum, { service_duration }) => sum + service_duration, 0)
    expect(sumDurations(1)).toBeLessThan(9 * 60 - 45)
  })

  test('upcoming visits have no attendance, no booking is created in the future, and no calendar exceeds its capacity', {
    tags: ['13.117'],
  }, () => {
    const visits = rows.map((row) => ({
      ...row,
      start: toMinute(row.starts_at),
      end: toMinute(row.ends_at),
      created: toMinute(row.created_at),
    }))
    expect(visits.filter(({ start, attendance }) => start > now.minute && attendance !== null)).toEqual([])
    const isOver = ['completed', 'no_show']
    expect(visits.filter(({ end, attendance }) => end <= now.minute && !isOver.includes(attendance!))).toEqual([])
    expect(visits.filter(({ created }) => created >= now.minute)).toEqual([])
    for (const { id, capacity } of business.calendars) {
      const calendarVisits = visits.filter(({ calendar_id }) => calendar_id === id)
      const visitsByDay = Map.groupBy(calendarVisits, ({ visit_day }) => visit_day)
      const crowded = calendarVisits.filter(({ visit_day, start }) => {
        const meanwhile = visitsByDay.get(visit_day)!.filter((other) => other.start <= start && start < other.end)
        return meanwhile.length > capacity
      })
      expect(crowded).toEqual([])
    }
  })

  test('the regular customer has past visits and one today', {
    tags: ['13.117'],
  }, () => {
    const visits = rows.filter(({ customer_id }) => customer_id === 1).map(({ visit_day }) => visit_day)
    expect(visits).toContain(today)
    expect(visits.filter((day) => day < today).length).toBeGreaterThan(12)
  })
})

test('every run gives the same rows', { tags: ['13.117'] }, () => {
  const today = parsePlainDate('2026-11-23')
  const now: Moment = { today, minute: toEpochMinute(today, parsePlainTime('11:20'), ROME) }
  const seed = () => seedBookings(aBusiness(today), now).map(({ hidden_id: _, ...row }) => row)

  expect(seed()).toEqual(seed())
})
