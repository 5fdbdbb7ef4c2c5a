import { type Kysely, sql } from 'kysely'

/** Where visitors found the link to the site, and an index of the bookings that say so, for the reports. Can be repeated. */
export async function up(db: Kysely<unknown>) {
  await db.transaction().execute(async (db) => {
    await sql`set local lock_timeout = '2s'`.execute(db)
    await sql`alter table bookings add column if not exists source text check (length(source) between 1 and 20)`.execute(
      db,
    )
  })
  await sql`drop index concurrently if exists bookings_of_sources`.execute(db)
  await sql`create index concurrently bookings_of_sources on bookings (tenant_id, visit_day) where source is not null`.execute(
    db,
  )
}
