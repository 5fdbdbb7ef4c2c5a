import { openingHoursFields } from '@prenoto/core/availability/opening-hours.ts'
import type { Context } from '../../tenants/context.ts'

/** All calendars with their usual hours and their capacity. */
export function listCalendarsWithHours(ctx: Context) {
  return ctx.db
    .selectFrom('calendars')
    .innerJoin('configurations', 'configurations.tenant_id', 'calendars.tenant_id')
    .select(['id', 'name', 'public_name', 'from', 'to', 'pauses', ...openingHoursFields])
    .select((eb) => [
      eb
        .case()
        .when('app_simultaneous_bookings_enabled', '=', true)
        .then(eb.ref('simultaneous_bookings_number'))
        .else(1)
        .end()
        .as('capacity'),
    ])
    .where('calendars.tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}
