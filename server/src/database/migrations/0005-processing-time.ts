import { type Kysely, sql } from 'kysely'
import { runSql } from '../migrations.ts'

/** Processing times of services, and of bookings when their calendar is free in between. */
export async function up(db: Kysely<unknown>) {
  await db.transaction().execute((db) => runSql(db, COLUMNS))
  // An interrupted attempt leaves an invalid index.
  await sql`drop index concurrently if exists bookings_processing`.execute(db)
  await sql`
    create index concurrently bookings_processing on bookings (tenant_id, calendar_id, visit_day)
    include (processing) where deleted_at is null and processing is not null`.execute(db)
}

const COLUMNS = `
  alter table services
    -- Minutes from the start after which the calendar is free, and for how many; work remains before and after.
    add column if not exists processing_after integer,
    add column if not exists processing_minutes integer not null default 0,
    drop constraint if exists services_processing,
    add constraint services_processing check (
      processing_minutes = 0 and processing_after is null
      or processing_minutes >= 1 and processing_after >= 1 and processing_after + processing_minutes < duration
    );
  alter table bookings
    -- The times within the visit in which the calendar is free; null without any.
    add column if not exists processing tstzmultirange;
  alter table slot_holds
    add column if not exists processing tstzmultirange;
`
