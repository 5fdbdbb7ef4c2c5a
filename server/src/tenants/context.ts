import type { Row } from '../database/schema.ts'
import type { TenantDatabase } from '../database/tenant-database.ts'
import type { Jobs } from '../queue/queue.ts'

/** A business, as found by the domain of a request. */
export type Tenant = {
  id: number
  name: string
  /** The canonical one of its domains, which links from elsewhere name. */
  domain: string
  /** IANA name. */
  time_zone: string
  /** Grows with every change of what the site shows besides bookings. */
  revision: number
}

type User = Pick<
  Row<'users'>,
  | 'id'
  | 'name'
  | 'surname'
  | 'email'
  | 'role'
  | 'photo_url'
  | 'phone'
  | 'is_disabled'
  | 'calendar_id'
  | 'is_email_confirmed'
  | 'version'
>

/** What verbs and repository functions need: the tenant's database, the tenant, the time, the queue, the user if any. */
export type Context = { db: TenantDatabase; tenant: Tenant; now: Temporal.Instant; jobs: Jobs; user?: User }

/** The context of a call by somebody who is logged in. */
export type StaffContext = Context & { user: User }

/**
 * Runs `work` in one transaction and commits what it did, or nothing if it throws.
 * Inside there is SQL only: no mail, no hashing, no files.
 */
export function transaction<C extends Context, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  return ctx.db.inTransaction((db) => work({ ...ctx, db }))
}
