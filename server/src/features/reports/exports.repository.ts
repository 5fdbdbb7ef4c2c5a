import type { Period } from '@prenoto/core/reports/period.ts'
import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'
import { visitColumns } from '../availability/visit-columns.repository.ts'
import { shownPerson } from '../restriction/shown-person.repository.ts'

/** A date and time for spreadsheets, in the local time of the business. */
const spreadsheetTime = (ctx: Context, column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${ctx.tenant.time_zone}, 'DD/MM/YYYY HH24:MI')`

export type ExportedBooking = Awaited<ReturnType<typeof listExportedBookings>>[number]

/** Bookings of a period that are not cancelled, in chronological order; at most `limit`, after the row `after`. */
export function listExportedBookings(
  ctx: Context,
  { from, to }: Period,
  { after, limit }: { after: { visit_day: string; visit_hour: string; id: number } | undefined; limit: number },
) {
  return ctx.db
    .selectFrom('bookings')
    .innerJoin('calendars', (join) =>
      join.onRef('calendars.tenant_id', '=', 'bookings.tenant_id').onRef('calendars.id', '=', 'bookings.calendar_id'),
    )
    .select(visitColumns('service_id', 'services', 'calendar_id', 'calendar_name'))
    .select(['bookings.id', 'calendars.name as calendar_name', 'attendance', ...shownPerson(ctx)])
    .select(spreadsheetTime(ctx, 'bookings.created_at').as('booked_at'))
    .where('bookings.tenant_id', '=', ctx.tenant.id)
    .where('bookings.deleted_at', 'is', null)
    .where('visit_day', '>=', from)
    .where('visit_day', '<=', to)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(visit_day, visit_hour, bookings.id) > (${after!.visit_day}::date, ${after!.visit_hour}::time, ${after!.id}::bigint)`,
      ),
    )
    .orderBy('visit_day')
    .orderBy('visit_hour')
    .orderBy('bookings.id')
    .limit(limit)
    .execute()
}

export type ExportedCustomer = Awaited<ReturnType<typeof listExportedCustomers>>[number]

/** Customers that are neither erased nor restricted; at most `limit`, after the id `after`. */
export function listExportedCustomers(ctx: Context, after: number | undefined, limit: number) {
  return ctx.db
    .selectFrom('customers')
    .select(['id', 'name', 'surname', 'email', 'telephone'])
    .select(spreadsheetTime(ctx, 'created_at').as('since'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('erased_at', 'is', null)
    .where('restricted_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute()
}
