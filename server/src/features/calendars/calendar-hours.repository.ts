import { openingHoursFields } from '@prenoto/core/availability/opening-hours.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import type { Row } from '../../database/schema.ts'
import type { Context } from '../../tenants/context.ts'

/** All calendars with weekly hours, capacity and special openings of some days. */
export function listCalendarsOpenOn(ctx: Context, from: PlainDate, to: PlainDate) {
  return ctx.db
    .selectFrom('calendars')
    .innerJoin('configurations', 'configurations.tenant_id', 'calendars.tenant_id')
    .select(['id', 'name', 'public_name', 'from', 'to', ...openingHoursFields])
    .select((eb) => [
      eb
        .case()
        .when('app_simultaneous_bookings_enabled', '=', true)
        .then(eb.ref('simultaneous_bookings_number'))
        .else(1)
        .end()
        .as('capacity'),
      sql<Pick<Row<'special_openings'>, 'day' | 'hour_from' | 'hour_to'>[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('day', o.day, 'hour_from', o.hour_from, 'hour_to', o.hour_to)), '[]')
        from special_openings o
        where o.tenant_id = calendars.tenant_id and o.calendar_id = calendars.id and o.deleted_at is null
          and o.day between ${from}::date and ${to}::date
      )`.as('special_openings'),
    ])
    .where('calendars.tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}
