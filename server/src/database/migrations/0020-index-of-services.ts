import { type Kysely, sql } from 'kysely'

/** The visits of several services or a variant, for reports and for deletions of services. */
export async function up(db: Kysely<unknown>) {
  // An interrupted attempt leaves an invalid index.
  await sql`drop index concurrently if exists bookings_of_services`.execute(db)
  await sql`create index concurrently bookings_of_services on bookings (tenant_id, visit_day) where services is not null`.execute(
    db,
  )
}
