import { openingHoursFields } from '@prenoto/core/availability/opening-hours.ts'
import type { Context } from '../../tenants/context.ts'

/** The calendars of services that visitors see, with their usual hours. */
export function listShownCalendars(ctx: Context) {
  return ctx.db
    .selectFrom('calendars')
    .select(['id', 'from', 'to', 'pauses', ...openingHoursFields])
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
