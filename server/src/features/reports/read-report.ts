import { comparedPeriods, type Period, stepsOf } from '@prenoto/core/reports/period.ts'
import type { Report } from '@prenoto/core/reports/reports.endpoints.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { type CalendarHours, readOpenHours } from './open-hours.ts'
import { listServicesEver, listSums, type Sum } from './reports.repository.ts'

/** What the bookings of a period add up to, and those of the one before. */
export async function readReport(ctx: Context, period: Period): Promise<Report> {
  const { told, before } = comparedPeriods(period, todayIn(ctx.tenant.time_zone, ctx.now))
  const all = { from: before.from, to: period.to }
  const [sums, hours, services] = await Promise.all([
    listSums(ctx, all, told),
    readOpenHours(ctx, { from: before.from, to: told.to }),
    listServicesEver(ctx),
  ])
  const totalWithin = ({ from, to }: Period) => totalOf(sums.filter(({ day }) => day && day >= from && day <= to))
  const { unit, starts } = stepsOf(told)
  const stepOf = startsBefore(starts)

  const byService = totalsBy(sums, ({ service_id }) => service_id)
  const byCalendar = totalsBy(sums, ({ calendar_id }) => calendar_id)
  const byTime = totalsBy(sums, ({ day }) => day && day >= told.from && day <= told.to && stepOf(day))
  const openByTime = new Map<PlainDate, number>()
  for (const { minutes } of hours)
    for (const [day, open] of minutes)
      if (day >= told.from) openByTime.set(stepOf(day), (openByTime.get(stepOf(day)) ?? 0) + open)

  return {
    told: { ...told, total: { ...figuresOf(totalWithin(told)), minutes_open: openWithin(told, hours) } },
    before: {
      ...before,
      total: { ...figuresOf(totalWithin(before)), minutes_open: openWithin(before, hours) },
    },
    to_come: totalWithin({ from: addDays(told.to, 1), to: period.to }).bookings,
    unit,
    by_time: starts.map((from) => ({
      from,
      ...figuresOf(byTime.get(from) ?? NOTHING),
      minutes_open: openByTime.get(from) ?? 0,
    })),
    by_service: services.flatMap(({ id, name }) => {
      const sum = byService.get(id)
      return sum ? [{ id, name, ...figuresOf(sum) }] : []
    }),
    by_calendar: hours.flatMap((calendar) => {
      const sum = byCalendar.get(calendar.id)
      const minutes_open = openWithin(told, [calendar])
      const { id, name } = calendar
      return sum || minutes_open > 0 ? [{ id, name, ...figuresOf(sum ?? NOTHING), minutes_open }] : []
    }),
  }
}

const NOTHING: Sum = { bookings: 0, cancelled: 0, no_show: 0, visits: 0, first_visits: 0, minutes_booked: 0, cents: 0 }

const totalOf = (sums: Sum[]): Sum =>
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
    NOTHING,
  )

/** The totals by key, without the rows that have none. */
function totalsBy<R extends Sum, K>(rows: R[], keyOf: (row: R) => K) {
  return new Map([...Map.groupBy(rows, keyOf)].flatMap(([key, rows]) => (key ? [[key, totalOf(rows)]] : [])))
}

const figuresOf = ({ cents, ...figures }: Sum) => ({ ...figures, revenue: decimalOf(cents) })

/** 125050 → '1250.50' */
const decimalOf = (cents: number) => {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function openWithin({ from, to }: Period, hours: CalendarHours[]): number {
  let open = 0
  for (const { minutes } of hours) for (const [day, of] of minutes) if (day >= from && day <= to) open += of
  return open
}

/** The last of these starts that is not after a day. */
function startsBefore(starts: PlainDate[]) {
  const known = new Map<PlainDate, PlainDate>()
  return (day: PlainDate) => {
    const start = known.get(day) ?? starts.findLast((start) => start <= day)!
    known.set(day, start)
    return start
  }
}
