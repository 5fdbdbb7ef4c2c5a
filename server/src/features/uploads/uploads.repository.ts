import { type Insertable, sql } from 'kysely'
import type { Row, Schema } from '../../database/schema.ts'
import { anyOfTexts } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

type NewUpload = Pick<Insertable<Schema['uploads']>, 'storage_key' | 'purpose' | 'content_type' | 'bytes'>

/** Smallest space that a file takes on disk, bytes. */
const BLOCK = 4_096

/** Older uploads that are not stored were abandoned, for instance by a crash. */
const ABANDONED_AGE = '10 minutes'

/** Serializes changes of the tenant's uploads until the transaction ends. */
export async function lockQuota(ctx: Context) {
  await sql`select pg_advisory_xact_lock(hashtextextended('uploads', ${ctx.tenant.id}))`.execute(ctx.db)
}

/** The space of all files, including those being written or deleted, and of the documents in the database. */
export async function sumUploadBytes(ctx: Context): Promise<number> {
  const selectBytes = (table: 'uploads' | 'health_documents') =>
    ctx.db.selectFrom(table).select('bytes').where('tenant_id', '=', ctx.tenant.id)
  const { bytes } = await ctx.db
    .selectFrom(selectBytes('uploads').unionAll(selectBytes('health_documents')).as('stored'))
    .select(sql<number>`coalesce(sum(greatest(bytes, ${sql.lit(BLOCK)})), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}

/** Inserts rows for files that are written next. */
export async function insertUploads(ctx: Context, uploads: NewUpload[]) {
  const common = { tenant_id: ctx.tenant.id, created_by: ctx.user?.id ?? null, is_stored: false }
  await ctx.db
    .insertInto('uploads')
    .values(uploads.map((upload) => ({ ...upload, ...common })))
    .execute()
}

const updateNamed = (ctx: Context, keys: string[]) =>
  ctx.db.updateTable('uploads').where('tenant_id', '=', ctx.tenant.id).where('storage_key', '=', anyOfTexts(keys))

/** Returns how many rows still existed. */
export async function markAsStored(ctx: Context, keys: string[]) {
  const { numUpdatedRows } = await updateNamed(ctx, keys).set({ is_stored: true }).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Hides the files and releases them for deletion. */
export async function markAsDiscarded(ctx: Context, keys: string[]) {
  await updateNamed(ctx, keys).set({ is_stored: false }).execute()
}

/** Which of them are stored. Waits for concurrent changes. */
export async function listStored(ctx: Context, keys: string[]): Promise<Set<string>> {
  const uploads = await ctx.db
    .selectFrom('uploads')
    .select(['storage_key', 'is_stored'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('storage_key', '=', anyOfTexts(keys))
    .forUpdate()
    .execute()
  return new Set(uploads.filter(({ is_stored }) => is_stored).map(({ storage_key }) => storage_key))
}

export async function listStoredKeys(ctx: Context): Promise<string[]> {
  const uploads = await ctx.db
    .selectFrom('uploads')
    .select('storage_key')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('is_stored', '=', true)
    .orderBy('id')
    .execute()
  return uploads.map(({ storage_key }) => storage_key)
}

/** Up to ten abandoned or discarded files. */
export async function listAbandoned(ctx: Context): Promise<string[]> {
  const uploads = await ctx.db
    .selectFrom('uploads')
    .select('storage_key')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('is_stored', '=', false)
    .where('created_at', '<', sql<Temporal.Instant>`now() - ${sql.lit(ABANDONED_AGE)}::interval`)
    .limit(10)
    .execute()
  return uploads.map(({ storage_key }) => storage_key)
}

/** How long an unreferenced picture is kept for a new record or for the undo of a deletion. */
const UNUSED_AGE = '1 day'

/** Discards pictures that no record references. New references are written under the quota lock, too. */
export async function releaseUnusedPictures(ctx: Context) {
  const longAgo = sql<Temporal.Instant>`now() - ${sql.lit(UNUSED_AGE)}::interval`
  const selectPictures = (table: 'services' | 'calendars') =>
    ctx.db
      .selectFrom(table as 'services')
      .select('picture as address')
      .where('tenant_id', '=', ctx.tenant.id)
      .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>', longAgo)]))
  const inUse = ctx.db
    .selectFrom('configurations')
    .select('app_cover as address')
    .where('tenant_id', '=', ctx.tenant.id)
    .unionAll(selectPictures('services'))
    .unionAll(selectPictures('calendars'))
  await ctx.db
    .updateTable('uploads')
    .set({ is_stored: false })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('purpose', '=', 'picture')
    .where('is_stored', '=', true)
    .where('created_at', '<', longAgo)
    .where(({ not, exists, selectFrom }) =>
      // The files of all widths begin with the same 22 characters.
      not(exists(selectFrom(inUse.as('used')).where(sql<boolean>`position(left(storage_key, 22) in address) > 0`))),
    )
    .execute()
}

export function findUpload(ctx: Context, storageKey: string, purposes: Row<'uploads'>['purpose'][]) {
  return ctx.db
    .selectFrom('uploads')
    .select('storage_key')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('storage_key', '=', storageKey)
    .where('purpose', '=', anyOfTexts(purposes))
    .where('is_stored', '=', true)
    .executeTakeFirst()
}

export async function deleteUploads(ctx: Context, keys: string[]) {
  await ctx.db
    .deleteFrom('uploads')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('storage_key', '=', anyOfTexts(keys))
    .where('is_stored', '=', false)
    .execute()
}
