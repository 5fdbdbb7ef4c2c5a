import { openingHoursFields } from '@prenoto/core/availability/opening-hours.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Context } from '../../tenants/context.ts'
import { changedHoursOf, specialOpeningsOf } from '../availability/dated-hours.repository.ts'

/** The calendars of services that visitors see, with their hours from a day on. */
export function listShownCalendars(ctx: Context, from: PlainDate) {
  return ctx.db
    .selectFrom('calendars')
    .select(['id', 'from', 'to', 'pauses', ...openingHoursFields])
    .select([
      specialOpeningsOf('calendars', from).as('special_openings'),
      changedHoursOf('calendars', from).as('changed_hours'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('services')
          .where('services.tenant_id', '=', ctx.tenant.id)
          .where('services.deleted_at', 'is', null)
          .where('visible_frontend', '=', true)
          .where(({ or, ref, eb, selectFrom }) =>
            or([
              eb('services.calendar_id', '=', ref('calendars.id')),
              eb(
                'calendars.id',
                'in',
                selectFrom('service_calendars')
                  .select('service_calendars.calendar_id')
                  .where('service_calendars.tenant_id', '=', ctx.tenant.id)
                  .whereRef('service_calendars.service_id', '=', 'services.id'),
              ),
            ]),
          ),
      ),
    )
    .execute()
}

/** The closures that end on a day or later. */
export function listClosuresFrom(ctx: Context, day: PlainDate) {
  return ctx.db
    .selectFrom('days_off')
    .select(['calendar_id', 'day_from', 'hour_from', 'day_to', 'hour_to'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .where('day_to', '>=', day)
    .execute()
}
