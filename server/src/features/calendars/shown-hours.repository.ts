import { openingHoursFields } from '@prenoto/core/availability/opening-hours.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Context } from '../../tenants/context.ts'

/** The calendars of services that visitors see. */
export function listShownCalendars(ctx: Context) {
  return ctx.db
    .selectFrom('calendars')
    .select(['id', 'from', 'to', ...openingHoursFields])
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

/** Special openings from a day on. */
export function listSpecialOpeningsFrom(ctx: Context, day: PlainDate) {
  return ctx.db
    .selectFrom('special_openings')
    .select(['calendar_id', 'day', 'hour_from', 'hour_to'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .where('day', '>=', day)
    .execute()
}
