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

const IS_PAUSED = '(p.until is null or p.until > now())'

const SUMMARY = `
  t.id, t.name, t.suspended_at is not null as suspended, t.signed_up_at, t.is_trusted as trusted,
  exists (select from configurations c where c.tenant_id = t.id and c.app_primary_color <> '') as set_up,
  exists (select from system.paused_tenants p where p.tenant_id = t.id and ${IS_PAUSED}) as paused,
  array(select domain from domains d where d.tenant_id = t.id order by is_canonical desc, domain) as domains,
  (select count(*) from bookings b where b.tenant_id = t.id and b.deleted_at is null) as bookings`

/** All businesses by id; `unfinishedDays`: only those that signed up so many days ago and have not finished the onboarding. */
export const listTenants = (owner: pg.Pool, unfinishedDays?: number) =>
  pages(async (after) => {
    const { rows } = await owner.query<TenantSummary>(
      `select * from (select ${SUMMARY} from tenants t where t.id > $1) t
       where $2::integer is null or (not set_up and signed_up_at <= now() - make_interval(days => $2))
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
     from tenants t
     where t.name ilike $1
        or exists (select from configurations c where c.tenant_id = t.id and c.app_name ilike $1)
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

/** By the database's date, which may differ from the business's around midnight. */
const USE = `
  t.id, t.suspended_at is not null as suspended,
  (select domain from domains d where d.tenant_id = t.id order by is_canonical desc limit 1) as domain,
  v.visits, v.upcoming_visits,
  (select count(*) from customers c where c.tenant_id = t.id and c.erased_at is null) as customers,
  (select count(*) from users u where u.tenant_id = t.id and u.deleted_at is null) as users,
  (select count(*) from calendars c where c.tenant_id = t.id and c.deleted_at is null) as calendars,
  (select coalesce(round(sum(bytes) / 1e6, 1), 0)::float8 from uploads f where f.tenant_id = t.id) as upload_megabytes,
  (select max(last_used_at) from sessions s where s.tenant_id = t.id) as last_log_in`

const VISITS = `
  cross join lateral (
    select count(*) filter (where visit_day <= current_date) as visits,
           count(*) filter (where visit_day > current_date) as upcoming_visits
    from bookings b
    where b.tenant_id = t.id and b.deleted_at is null and b.visit_day > current_date - $2::integer
  ) v`

/** The use that each business makes, by id. */
export const listTenantUse = (owner: pg.Pool, days: number) =>
  pages(async (after) => {
    const { rows } = await owner.query<TenantUse>(
      `select ${USE} from tenants t ${VISITS} where t.id > $1 order by t.id limit ${PAGE}`,
      [after, days],
    )
    return rows
  })

export async function findTenantUse(owner: pg.Pool, tenantId: number, days: number): Promise<TenantUse> {
  const { rows } = await owner.query<TenantUse>(`select ${USE} from tenants t ${VISITS} where t.id = $1`, [
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
    `select t.id, t.name, t.time_zone, t.created_at, t.signed_up_at, t.is_trusted as trusted, t.suspended_at,
            (select paused_at from system.paused_tenants p where p.tenant_id = t.id and ${IS_PAUSED}) as paused_at,
            (select app_name from configurations c where c.tenant_id = t.id) as site_name,
            array(select domain from domains d where d.tenant_id = t.id order by is_canonical desc, domain) as domains,
            array(select email from users u where u.tenant_id = t.id and u.role = 'admin' and not u.is_disabled
                    and u.deleted_at is null order by id) as administrators,
            (select count(*) from services s where s.tenant_id = t.id and s.deleted_at is null) as services,
            (select count(*) from bookings b where b.tenant_id = t.id and b.deleted_at is null) as bookings,
            (select created_at from bookings b where b.tenant_id = t.id order by id desc limit 1) as last_booking_at,
            m.unsent_emails, m.refused_emails,
            (select count(*) from pgboss.job j where j.state in ('created', 'retry', 'active')
               and j.data ->> 'tenant_id' = t.id::text) as unfinished_jobs
     from tenants t
     cross join lateral (
       select count(*) filter (where sent_at is null and drop_reason is null and refused_at is null) as unsent_emails,
              count(*) filter (where refused_at is not null and sent_at is null) as refused_emails
       from messages where tenant_id = t.id and created_at > now() - interval '30 days'
     ) m
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
