import { openingHoursFields } from '@prenoto/core/availability/opening-hours.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Context } from '../../tenants/context.ts'
import { changedHoursOf, specialOpeningsOf } from '../availability/dated-hours.repository.ts'

/** All calendars with their hours on some days and their capacity. */
export function listCalendarsOpenOn(ctx: Context, from: PlainDate, to: PlainDate) {
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
      specialOpeningsOf('calendars', from, to).as('special_openings'),
      changedHoursOf('calendars', from, to).as('changed_hours'),
    ])
    .where('calendars.tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}
