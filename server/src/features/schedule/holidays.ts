import type { Holiday } from '@prenoto/core/schedule/closures.endpoints.ts'
import { isPlainDate, type PlainDate, parsePlainDate, toDateParts } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { findPatronDay, listDaysClosedForAll } from './closures.repository.ts'
import { YearOutOfRange } from './errors.ts'

type Named = Pick<Holiday, 'day' | 'name'>

/** Max years ahead that can be requested. */
const YEARS_AHEAD = 4

/** The Italian public holidays of some years, in order. */
export async function italianHolidays(years: number[]): Promise<Named[]> {
  // Loaded on first use, since the library takes 37 MB of memory.
  const { default: Holidays } = await import('date-holidays')
  const italy = new Holidays('IT', { languages: 'it', types: ['public'] })
  return years.flatMap((year) =>
    italy
      .getHolidays(year)
      .map(toNamedDay)
      .filter(({ day }) => toDateParts(day).year === year),
  )
}

/** Drops the year from a substituted holiday's name, and writes the apostrophe as the interface does. */
const toNamedDay = ({ date, name }: { date: string; name: string }): Named => ({
  day: parsePlainDate(date.slice(0, 10)),
  name: name.replace(/ \(\d+\)$/, '').replaceAll("'", '’'),
})

/** Public holidays and patron's days from today to the end of a year, with whether each is already closed. */
export async function listHolidays(ctx: Context, until: number) {
  const today = todayIn(ctx.tenant.time_zone, ctx.now)
  const { year } = toDateParts(today)
  if (until < year || until > year + YEARS_AHEAD)
    throw new YearOutOfRange('until', { first: year, last: year + YEARS_AHEAD })
  const years = Array.from({ length: until - year + 1 }, (_, i) => year + i)

  const [publicDays, patron_day] = await Promise.all([italianHolidays(years), findPatronDay(ctx)])
  const patronDays = years.flatMap((year) => patronDayIn(patron_day, year))
  const days = [...publicDays, ...patronDays.filter((patron) => publicDays.every(({ day }) => day !== patron.day))]
    .filter(({ day }) => day >= today)
    .sort((one, other) => one.day.localeCompare(other.day))
  const closed = await listDaysClosedForAll(
    ctx,
    days.map(({ day }) => day),
  )
  return { holidays: days.map((one) => ({ ...one, is_closed: closed.has(one.day) })), patron_day }
}

/** 29 February exists in leap years only. */
function patronDayIn(patronDay: PlainDate | null, year: number): Named[] {
  const day = `${year}${patronDay?.slice(4)}`
  return isPlainDate(day) ? [{ day, name: 'Santo patrono' }] : []
}
