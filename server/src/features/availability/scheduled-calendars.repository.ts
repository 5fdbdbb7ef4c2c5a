import type { Context } from '../../tenants/context.ts'

/** Calendars with their regular hours for `toSchedule`, and how many bookings each takes at once. */
const scheduledCalendars = (ctx: Context) =>
  ctx.db
    .selectFrom('calendars')
    .innerJoin('configurations', 'configurations.tenant_id', 'calendars.tenant_id')
    .select(['id', 'name', 'public_name', 'deleted_at', 'from', 'to', 'weeks', 'rota_from'])
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

const presentCalendars = (ctx: Context) => scheduledCalendars(ctx).where('deleted_at', 'is', null).orderBy('id')

export const listPresentCalendars = (ctx: Context) => presentCalendars(ctx).execute()

/** Deleted ones, too, by name. */
export const listAllCalendars = (ctx: Context) => scheduledCalendars(ctx).orderBy('name').orderBy('id').execute()

/** The calendars of services that visitors see. */
export function listShownCalendars(ctx: Context) {
  return presentCalendars(ctx)
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
