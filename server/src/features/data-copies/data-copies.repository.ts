import type { DataCopy } from '@prenoto/core/data-copies/data-copies.endpoints.ts'
import { COPY_HOURS } from '@prenoto/core/retention/retention-periods.ts'
import { sql } from 'kysely'
import type { Pool } from '../../database/connection.ts'
import { localDateTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** The context in which files of copies are removed: that of a job or of a paused business. */
export type CopiesContext = Pick<Context, 'db' | 'now'> & { tenant: { id: number } }

const instant = (at: Temporal.Instant) => sql<Temporal.Instant>`${at.toString()}::timestamptz`

const expiry = (at: Temporal.Instant) => at.add({ hours: COPY_HOURS }).toString()

/** Whether no job is left for an unfinished copy: it was given up after its retries, or lost. */
const isStopped = (ctx: Context) => sql<boolean>`(
  data_copies.state <> 'ready' and not exists (
    select from pgboss.job
    where job.name = 'make-data-copy' and job.state in ('created', 'retry', 'active')
      and job.data ->> 'tenant_id' = ${ctx.tenant.id}::text
      and job.data -> 'data' ->> 'copy_id' = data_copies.id::text
  ))`

export const findNewestCopy = (ctx: Context) =>
  ctx.db
    .selectFrom('data_copies')
    .select([
      'id',
      sql<DataCopy['state']>`case when ${isStopped(ctx)} then 'failed' else state end`.as('state'),
      localDateTime('made_at', ctx.tenant.time_zone).$castTo<string | null>().as('made_at'),
      localDateTime('expires_at', ctx.tenant.time_zone).as('expires_at'),
      sql<number | null>`case when state = 'ready' then bytes end`.as('size'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('expires_at', '>', instant(ctx.now))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function deleteStoppedCopy(ctx: Context) {
  await ctx.db.deleteFrom('data_copies').where('tenant_id', '=', ctx.tenant.id).where(isStopped(ctx)).execute()
}

/** When each copy of the last day was requested, the oldest first. */
export const listRequests = (ctx: Context) =>
  ctx.db
    .selectFrom('data_copies')
    .select(['state', 'requested_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('requested_at', '>', instant(ctx.now.subtract({ hours: 24 })))
    .orderBy('requested_at')
    .execute()

/** Undefined if another request has just inserted one. */
export const insertCopy = (ctx: Context) =>
  ctx.db
    .insertInto('data_copies')
    .values({ tenant_id: ctx.tenant.id, requested_at: ctx.now.toString(), expires_at: expiry(ctx.now) })
    // With a parameter PostgreSQL would not find the index once it uses a generic plan.
    .onConflict((conflict) => conflict.column('tenant_id').where(sql<boolean>`state <> 'ready'`).doNothing())
    .returning('id')
    .executeTakeFirst()

type Attempt = { folder: string; key: Buffer }

const updateCopy = (ctx: Context, id: number) =>
  ctx.db.updateTable('data_copies').where('tenant_id', '=', ctx.tenant.id).where('id', '=', id)

/** False if the copy is gone or ready. */
export async function beginAttempt(ctx: Context, id: number, attempt: Attempt): Promise<boolean> {
  const { numUpdatedRows } = await updateCopy(ctx, id)
    .set({ state: 'making', ...attempt })
    .where('state', '<>', 'ready')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type StoredFile = { folder: string; bytes: number; parts: number }

/** Offers the copy in place of earlier ones. False if another attempt has begun. */
export async function finishCopy(ctx: Context, id: number, { folder, ...size }: StoredFile): Promise<boolean> {
  const { numUpdatedRows } = await updateCopy(ctx, id)
    .set({ state: 'ready', ...size, made_at: ctx.now.toString(), expires_at: expiry(ctx.now) })
    .where('folder', '=', folder)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await ctx.db
    .updateTable('data_copies')
    .set({ folder: null, key: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '<>', id)
    .execute()
  return true
}

/** A copy that can be downloaded. */
export const findReadyCopy = (ctx: Context, id: number) =>
  ctx.db
    .selectFrom('data_copies')
    .select(['parts', 'made_at'])
    .select((eb) => [eb.ref('folder').$notNull().as('folder'), eb.ref('key').$notNull().as('key')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('folder', 'is not', null)
    .where('expires_at', '>', instant(ctx.now))
    .executeTakeFirst()

/** The folders of copies that are being made or offered. */
export async function listFolders(ctx: CopiesContext): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('data_copies')
    .select((eb) => eb.ref('folder').$notNull().as('folder'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('folder', 'is not', null)
    .where('expires_at', '>', instant(ctx.now))
    .execute()
  return rows.map(({ folder }) => folder)
}

export async function deleteExpiredCopies(ctx: CopiesContext) {
  await ctx.db
    .deleteFrom('data_copies')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('expires_at', '<=', instant(ctx.now))
    .execute()
}

/** The ids of the businesses with expired copies. */
export async function listTenantsWithExpiredCopies(pool: Pool, now: Temporal.Instant): Promise<number[]> {
  const { rows } = await pool.query<{ tenant_id: number }>('select tenant_id from tenants_with_expired_copies($1)', [
    now.toString(),
  ])
  return rows.map(({ tenant_id }) => tenant_id)
}
