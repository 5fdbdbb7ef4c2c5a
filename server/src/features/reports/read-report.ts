import { bookingSources } from '@prenoto/core/bookings/booking-source.ts'
import { comparedPeriods, type Period, splitPeriod } from '@prenoto/core/reports/period.ts'
import type { Report } from '@prenoto/core/reports/reports.endpoints.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { type CalendarHours, readOpenHours } from './open-hours.ts'
import { listAllServices, listSums, listSumsBySource, type Sum } from './reports.repository.ts'

/** The figures of a period, compared with the previous period. */
export async function readReport(ctx: Context, period: Period): Promise<Report> {
  const { current, previous } = comparedPeriods(period, todayIn(ctx.tenant.time_zone, ctx.now))
  const all = { from: previous.from, to: period.to }
  const sums = await listSums(ctx, all, current)
  const sources = await listSumsBySource(ctx, current)
  const hours = await readOpenHours(ctx, { from: previous.from, to: current.to })
  const services = await listAllServices(ctx)
  const totalWithin = ({ from, to }: Period) => sumUp(sums.filter(({ day }) => day && day >= from && day <= to))
  const { unit, starts } = splitPeriod(current)
  const findStep = stepFinder(starts)

  const byService = totalsBy(sums, ({ service_id }) => service_id)
  const byCalendar = totalsBy(sums, ({ calendar_id }) => calendar_id)
  const byTime = totalsBy(sums, ({ day }) => day && day >= current.from && day <= current.to && findStep(day))
  const openByTime = new Map<PlainDate, number>()
  for (const { minutes } of hours)
    for (const [day, open] of minutes)
      if (day >= current.from) openByTime.set(findStep(day), (openByTime.get(findStep(day)) ?? 0) + open)

  return {
    current: { ...current, total: { ...toFigures(totalWithin(current)), minutes_open: openWithin(current, hours) } },
    previous: {
      ...previous,
      total: { ...toFigures(totalWithin(previous)), minutes_open: openWithin(previous, hours) },
    },
    upcoming: totalWithin({ from: addDays(current.to, 1), to: period.to }).bookings,
    unit,
    by_time: starts.map((from) => ({
      from,
      ...toFigures(byTime.get(from) ?? ZERO),
      minutes_open: openByTime.get(from) ?? 0,
    })),
    by_service: services.flatMap(({ id, name }) => {
      const sum = byService.get(id)
      return sum ? [{ id, name, ...toFigures(sum) }] : []
    }),
    by_source: bySource(sources, totalWithin(current)),
    by_calendar: hours.flatMap((calendar) => {
      const sum = byCalendar.get(calendar.id)
      const minutes_open = openWithin(current, [calendar])
      const { id, name } = calendar
      return sum || minutes_open > 0 ? [{ id, name, ...toFigures(sum ?? ZERO), minutes_open }] : []
    }),
  }
}

/** The figures of each source in the order of the list, then of all other bookings. */
function bySource(sources: Awaited<ReturnType<typeof listSumsBySource>>, total: Sum): Report['by_source'] {
  if (sources.length === 0) return []
  const sums = bookingSources.flatMap((id) => sources.filter(({ source }) => source === id).map((sum) => ({ id, sum })))
  const other = sources.reduce(subtract, total)
  return [...sums, { id: 'other' as const, sum: other }].map(({ id, sum }) => ({ id, ...toFigures(sum) }))
}

const ZERO: Sum = { bookings: 0, cancelled: 0, no_show: 0, visits: 0, first_visits: 0, minutes_booked: 0, cents: 0 }

const sumUp = (sums: Sum[]): Sum =>
  sums.reduce(
    (total, sum) => ({
      bookings: total.bookings + sum.bookings,
      cancelled: total.cancelled + sum.cancelled,
      no_show: total.no_show + sum.no_show,
      visits: total.visits + sum.visits,
      first_visits: total.first_visits + sum.first_visits,
      minutes_booked: total.minutes_booked + sum.minutes_booked,
      cents: total.cents + sum.cents,
    }),
    ZERO,
  )

const subtract = (total: Sum, sum: Sum): Sum => ({
  bookings: total.bookings - sum.bookings,
  cancelled: total.cancelled - sum.cancelled,
  no_show: total.no_show - sum.no_show,
  visits: total.visits - sum.visits,
  first_visits: total.first_visits - sum.first_visits,
  minutes_booked: total.minutes_booked - sum.minutes_booked,
  cents: total.cents - sum.cents,
})

/** Totals by key; rows without a key are left out. */
function totalsBy<R extends Sum, K>(rows: R[], getKey: (row: R) => K) {
  return new Map([...Map.groupBy(rows, getKey)].flatMap(([key, rows]) => (key ? [[key, sumUp(rows)]] : [])))
}

const toFigures = ({ cents, ...figures }: Sum) => ({ ...figures, revenue: formatCents(cents) })

/** 125050 → '1250.50' */
const formatCents = (cents: number) => {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function openWithin({ from, to }: Period, hours: CalendarHours[]): number {
  let open = 0
  for (const { minutes } of hours) for (const [day, of] of minutes) if (day >= from && day <= to) open += of
  return open
}

/** Finds the step that contains a day. */
function stepFinder(starts: PlainDate[]) {
  const stepByDay = new Map<PlainDate, PlainDate>()
  return (day: PlainDate) => {
    const start = stepByDay.get(day) ?? starts.findLast((start) => start <= day)!
    stepByDay.set(day, start)
    return start
  }
}
