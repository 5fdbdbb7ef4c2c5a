import type { WeekdayTimes } from '@prenoto/core/availability/opening-hours.ts'
import { dateOf, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import type { Row } from '../../database/schema.ts'

/** Special openings and changed hours of a calendar. */
export type DatedHoursRow = {
  special_openings: Pick<Row<'special_openings'>, 'day' | 'hour_from' | 'hour_to'>[]
  changed_hours: Pick<Row<'changed_hours'>, 'day_from' | 'day_to' | 'windows'>[]
}

/** Times on some weekdays as JSON text. */
export const storedTimes = (times: readonly WeekdayTimes[]) =>
  JSON.stringify(
    times.map(({ weekdays, from, to }) => ({
      weekdays: [...new Set(weekdays)].sort(),
      from: from.slice(0, 5),
      to: to.slice(0, 5),
    })),
  )

const LAST_DAY = dateOf('2199-12-31')

/** The special openings of a row of `calendars` from one day to another, both included. */
export const specialOpeningsOf = (calendar: 'calendars' | 'c', from: PlainDate, to = LAST_DAY) => sql<
  DatedHoursRow['special_openings']
>`(
  select coalesce(jsonb_agg(jsonb_build_object('day', o.day, 'hour_from', o.hour_from, 'hour_to', o.hour_to)), '[]')
  from special_openings o
  where o.tenant_id = ${sql.ref(`${calendar}.tenant_id`)} and o.calendar_id = ${sql.ref(`${calendar}.id`)}
    and o.deleted_at is null and o.day between ${from}::date and ${to}::date
)`

/** The changed hours of a row of `calendars` that overlap the days from one to another, both included. */
export const changedHoursOf = (calendar: 'calendars' | 'c', from: PlainDate, to = LAST_DAY) => sql<
  DatedHoursRow['changed_hours']
>`(
  select coalesce(jsonb_agg(jsonb_build_object('day_from', h.day_from, 'day_to', h.day_to, 'windows', h.windows)), '[]')
  from changed_hours h
  where h.tenant_id = ${sql.ref(`${calendar}.tenant_id`)} and h.calendar_id = ${sql.ref(`${calendar}.id`)}
    and h.deleted_at is null and h.day_to >= ${from}::date and h.day_from <= ${to}::date
)`
