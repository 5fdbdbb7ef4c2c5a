import type { Numbers, Total } from '@prenoto/core/numbers/numbers.endpoints.ts'
import { comparedPeriods, type Period, stepsOf } from '@prenoto/core/numbers/period.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { DaySum } from '../database/schema.ts'
import type { Context } from '../tenants/context.ts'
import { readDays } from './keep-numbers.ts'
import { listServicesEver, type SummedDay } from './numbers.repository.ts'
import { type CalendarHours, readOpenHours } from './open-hours.ts'

/** What the bookings of a period add up to, and those of the one before. */
export async function readNumbers(ctx: Context, period: Period): Promise<Numbers> {
  const { told, before } = comparedPeriods(period, todayIn(ctx.tenant.time_zone, ctx.now))
  const all = { from: before.from, to: period.to }
  const [days, hours, services] = await Promise.all([
    readDays(ctx, all),
    readOpenHours(ctx, { from: before.from, to: told.to }),
    listServicesEver(ctx),
  ])
  const toldDays = within(told, days)
  const later = within({ from: addDays(told.to, 1), to: period.to }, days)
  const { unit, starts } = stepsOf(told)
  const stepOf = startsBefore(starts)

  const sums = toldDays.flatMap(({ sums }) => sums)
  const byService = summedBy(sums, ([, service]) => service)
  const byCalendar = summedBy(sums, ([calendar]) => calendar)
  const byTime = new Map(
    [...Map.groupBy(toldDays, ({ day }) => stepOf(day))].map(([start, days]) => [start, totalOf(days)]),
  )
  const openByTime = new Map<PlainDate, number>()
  for (const { minutes } of hours)
    for (const [day, open] of minutes)
      if (day >= told.from) openByTime.set(stepOf(day), (openByTime.get(stepOf(day)) ?? 0) + open)

  return {
    told: { ...told, total: { ...figuresOf(totalOf(toldDays)), minutes_open: openWithin(told, hours) } },
    before: {
      ...before,
      total: { ...figuresOf(totalOf(within(before, days))), minutes_open: openWithin(before, hours) },
    },
    to_come: totalOf(later).bookings,
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

/** Whole numbers; money in cents. */
type Sum = Omit<Total, 'revenue' | 'minutes_open'> & { cents: number }

const NOTHING: Sum = { bookings: 0, cancelled: 0, missed: 0, visits: 0, first_visits: 0, minutes_booked: 0, cents: 0 }

const within = ({ from, to }: Period, days: SummedDay[]) => days.filter(({ day }) => day >= from && day <= to)

/** Each booking counts for a calendar and for a service: once, that is, by its calendar. */
const totalOf = (days: SummedDay[]): Sum =>
  days.flatMap(({ sums }) => sums.filter(([calendar]) => calendar !== null)).reduce(add, { ...NOTHING })

function summedBy(sums: DaySum[], idOf: (sum: DaySum) => number | null) {
  const byId = new Map<number, Sum>()
  for (const sum of sums) {
    const id = idOf(sum)
    if (id === null) continue
    const known = byId.get(id) ?? { ...NOTHING }
    byId.set(id, add(known, sum))
  }
  return byId
}

function add(sum: Sum, [, , bookings, cancelled, missed, visits, firstVisits, minutes, cents]: DaySum): Sum {
  sum.bookings += bookings
  sum.cancelled += cancelled
  sum.missed += missed
  sum.visits += visits
  sum.first_visits += firstVisits
  sum.minutes_booked += minutes
  sum.cents += cents
  return sum
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
