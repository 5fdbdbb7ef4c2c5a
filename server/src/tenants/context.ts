import type { Right } from '@prenoto/core/contract/right.ts'
import type { WithdrawableRight } from '@prenoto/core/rights/withdrawable-rights.ts'
import type { Row } from '../database/schema.ts'
import type { TenantDatabase } from '../database/tenant-database.ts'
import type { Jobs } from '../queue/queue.ts'

/** A business of the installation. */
export type Tenant = {
  id: number
  name: string
  /** The canonical domain, used in links from e-mails and search engines. */
  domain: string
  /** IANA name. */
  time_zone: string
  /** Incremented by every change of what the site shows, except bookings. */
  revision: number
  /** Whether the provider vouches for it; one that signed up by itself is not trusted at first. */
  is_trusted: boolean
}

/** With `api_key`, a program that acts for its administrator with the role of an operator. */
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
> & { must_add_second_factor?: true; withdrawn_rights?: WithdrawableRight[]; api_key?: { id: number; name: string } }

/** The first argument of use cases and repository functions. */
export type Context = {
  db: TenantDatabase
  tenant: Tenant
  now: Temporal.Instant
  jobs: Jobs
  user?: User
  /** The network address of a request's client; undefined in jobs and the command line. */
  clientAddress?: string
}

/** Whether the business has withdrawn a right from the user. */
export const lacksRight = ({ user }: Pick<Context, 'user'>, right: Right | undefined): boolean =>
  user?.withdrawn_rights?.some((withdrawn) => withdrawn === right) ?? false

/** Whether an API key acts, which reaches only services with `visible_api` and the bookings of those. */
export const isByKey = ({ user }: Pick<Context, 'user'>): boolean => user?.api_key !== undefined

/** The context of a logged-in user. */
export type StaffContext = Context & { user: User }

/** Runs the statements of a read in one transaction, which does not wait behind the transactions of changes. */
export function readTransaction<C extends Context, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  return ctx.db.inReadTransaction((db) => work({ ...ctx, db }))
}

/**
 * Runs `work` in a transaction and rolls back if it throws. `work` may only run SQL: no mail, no hashing, no files.
 */
export function transaction<C extends Context, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  return ctx.db.inTransaction((db) => work({ ...ctx, db }))
}
