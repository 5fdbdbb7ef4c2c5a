import { sql } from 'kysely'
import { anyId } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'
import { bookings, staffColumns } from './bookings.repository.ts'

/** Bookings that are read to find what is usual, the newest ones: ids grow with time, so no other index is needed. */
const READ = 5_000

/** The bookings that visitors made in the busiest hour of the last four weeks, without the last day. */
export async function countBusiestHour(ctx: Context): Promise<number> {
  const { rows } = await sql<{ bookings: number }>`
    select count(*) as bookings
    from (select created_at, created_by, deleted_at from bookings
          where tenant_id = ${ctx.tenant.id} order by id desc limit ${READ}) newest
    where created_by is null and deleted_at is null
      and created_at between now() - interval '28 days' and now() - interval '1 day'
    group by date_trunc('hour', created_at)
    order by 1 desc
    limit 1`.execute(ctx.db)
  return rows[0]?.bookings ?? 0
}

type NewBooking = { id: number; is_cancelled: boolean; is_upcoming: boolean; is_of_new_customer: boolean }

/** Visitors' bookings of the last hours, cancelled ones included, newest first. Reads 100 rows, or 1,000 or READ if needed. */
export async function listNewBookings(ctx: Context, hours: number): Promise<NewBooking[]> {
  const start = sql`now() - make_interval(hours => ${hours})`
  const { rows } = await sql<NewBooking>`
    select made.id, made.deleted_at is not null as is_cancelled,
           made.starts_at > ${ctx.now.toString()}::timestamptz as is_upcoming,
           not exists (
             select from bookings earlier
             where earlier.tenant_id = ${ctx.tenant.id} and earlier.customer_id = made.customer_id
               and (earlier.created_at <= ${start} or earlier.created_by is not null)
           ) as is_of_new_customer
    from (select id, customer_id, created_at, created_by, deleted_at, starts_at from bookings
          where tenant_id = ${ctx.tenant.id} order by id desc limit coalesce((
            select count from (values (100), (1000)) reads (count)
            where (select created_at <= ${start} from bookings
                   where tenant_id = ${ctx.tenant.id} order by id desc offset reads.count limit 1)
            limit 1
          ), ${READ})) made
    where made.created_by is null and made.created_at > ${start}
    order by made.id desc`.execute(ctx.db)
  return rows
}

/** Whether a business has `count` bookings within the last hour, from visitors and staff. Reads `count` rows by the primary key. */
export const hasNewBookings = (ctx: Context, count: number) => sql<boolean>`coalesce((
  select created_at > now() - interval '1 hour' from bookings
  where tenant_id = ${ctx.tenant.id} order by id desc offset ${count - 1} limit 1
), false)`

/** By visit time. */
export const listBookingsOfIds = (ctx: Context, ids: number[]) =>
  bookings(ctx)
    .select(staffColumns(ctx))
    .where('bookings.id', '=', anyId(ids))
    .orderBy('bookings.visit_day')
    .orderBy('bookings.visit_hour')
    .orderBy('bookings.id')
    .execute()
