import { type Kysely, sql } from 'kysely'

const INDEXES = {
  booking_history_newest: sql`booking_history (tenant_id, at, id)`,
  booking_history_id: sql`booking_history (tenant_id, id)`,
  bookings_newest: sql`bookings (tenant_id, created_at, id)`,
}

/** The history of bookings and their creation by time, and the entry from which a page continues. */
export async function up(db: Kysely<unknown>) {
  for (const [name, columns] of Object.entries(INDEXES)) {
    // An interrupted attempt leaves an invalid index.
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
    await sql`create index concurrently ${sql.id(name)} on ${columns}`.execute(db)
  }
}
