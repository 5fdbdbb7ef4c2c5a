import type pg from 'pg'
import type { TenantDatabase } from '../../../database/tenant-database.ts'

/** Statements of the command line about many businesses, run as the owner of the tables. */

/** Businesses read at once, so that the first ones are printed at once. */
const PAGE = 500

/** A page of rows with an id after `after`. */
type ReadPage<T> = (after: number) => Promise<T[]>

async function* pages<T extends { id: number }>(read: ReadPage<T>): AsyncGenerator<T> {
  for (let after = 0; ; ) {
    const page = await read(after)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}

export type TenantSummary = {
  id: number
  name: string
  domains: string[]
  suspended: boolean
  paused: boolean
  /** Null for a business that the provider opened. */
  signed_up_at: Temporal.Instant | null
  /** Whether the provider vouches for it. */
  trusted: boolean
  /** Whether its owner has finished the onboarding. */
  set_up: boolean
  bookings: number
}

const SUMMARY = 'id, name, suspended, signed_up_at, trusted, set_up, paused, domains, bookings'

/** All businesses by id; `unfinishedDays`: only those that signed up so many days ago and have not finished the onboarding. */
export const listTenants = (owner: pg.Pool, unfinishedDays?: number) =>
  pages(async (after) => {
    const { rows } = await owner.query<TenantSummary>(
      `select ${SUMMARY} from system.tenant_reports
       where id > $1 and ($2::integer is null or (not set_up and signed_up_at <= now() - make_interval(days => $2)))
       order by id limit ${PAGE}`,
      [after, unfinishedDays ?? null],
    )
    return rows
  })

export async function listTenantIds(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>('select id from tenants order by id')
  return rows.map(({ id }) => id)
}

/** The businesses with the text in their name, the name on their site, a domain or a user's e-mail address. */
export async function searchTenants(owner: pg.Pool, text: string, atMost: number): Promise<TenantSummary[]> {
  const { rows } = await owner.query<TenantSummary>(
    `select ${SUMMARY}
     from system.tenant_reports t
     where t.name ilike $1 or t.site_name ilike $1
        or exists (select from domains d where d.tenant_id = t.id and d.domain ilike $1)
        or exists (select from users u where u.tenant_id = t.id and u.deleted_at is null and u.email ilike $1)
     order by t.id limit $2`,
    [`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`, atMost],
  )
  return rows
}

export type TenantUse = {
  id: number
  domain: string
  suspended: boolean
  /** In the last days, today included, without cancelled ones. */
  visits: number
  upcoming_visits: number
  customers: number
  users: number
  calendars: number
  upload_megabytes: number
  last_log_in: Temporal.Instant | null
}

const USE = `
  id, suspended, domains[1] as domain,
  (
    select count(*) from bookings b
    where b.tenant_id = t.id and b.deleted_at is null
      and b.visit_day between current_date - $2::integer + 1 and current_date
  ) as visits,
  upcoming_visits, customers, users, calendars, upload_megabytes, last_log_in`

/** The use that each business makes, by id. */
export const listTenantUse = (owner: pg.Pool, days: number) =>
  pages(async (after) => {
    const { rows } = await owner.query<TenantUse>(
      `select ${USE} from system.tenant_reports t where id > $1 order by id limit ${PAGE}`,
      [after, days],
    )
    return rows
  })

export async function findTenantUse(owner: pg.Pool, tenantId: number, days: number): Promise<TenantUse> {
  const { rows } = await owner.query<TenantUse>(`select ${USE} from system.tenant_reports t where id = $1`, [
    tenantId,
    days,
  ])
  return rows[0]!
}

type TenantFacts = {
  id: number
  name: string
  /** As the site shows it. */
  site_name: string
  domains: string[]
  time_zone: string
  created_at: Temporal.Instant
  signed_up_at: Temporal.Instant | null
  trusted: boolean
  suspended_at: Temporal.Instant | null
  paused_at: Temporal.Instant | null
  administrators: string[]
  services: number
  bookings: number
  last_booking_at: Temporal.Instant | null
  unsent_emails: number
  refused_emails: number
  unfinished_jobs: number
}

/** Everything about a business that a provider asks for; e-mails of the last 30 days. */
export async function describeTenant(owner: pg.Pool, tenantId: number): Promise<TenantFacts> {
  const { rows } = await owner.query<TenantFacts>(
    `select id, name, time_zone, created_at, signed_up_at, trusted, suspended_at, paused_at, site_name, domains, administrators,
            services, bookings, last_booking_at, unsent_emails, refused_emails,
            (select count(*) from pgboss.job j where j.state in ('created', 'retry', 'active')
               and j.data ->> 'tenant_id' = t.id::text) as unfinished_jobs
     from system.tenant_reports t
     where t.id = $1`,
    [tenantId],
  )
  return rows[0]!
}

/** The domains of a business in the order in which they were added, and whether each is the canonical one. */
export async function listDomains(owner: pg.Pool, tenantId: number) {
  const { rows } = await owner.query<{ domain: string; is_canonical: boolean }>(
    'select domain, is_canonical from domains where tenant_id = $1 order by created_at, domain',
    [tenantId],
  )
  return rows
}

type Renamed = { db: TenantDatabase; tenant: { id: number; name: string } }

/** Renames a business, in the transaction of `db`. Returns whether its site follows, which showed the former name. */
export async function renameTenant({ db, tenant }: Renamed, name: string): Promise<boolean> {
  await db.updateTable('tenants').set({ name }).where('id', '=', tenant.id).execute()
  const site = await db
    .updateTable('configurations')
    .set({ app_name: name })
    .where('tenant_id', '=', tenant.id)
    .where('app_name', '=', tenant.name)
    .executeTakeFirst()
  return site.numUpdatedRows > 0n
}
