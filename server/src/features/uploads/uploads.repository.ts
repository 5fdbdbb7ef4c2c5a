import { type Insertable, sql } from 'kysely'
import { anyOfTexts } from '../../database/any-of.ts'
import type { Row, Schema } from '../../database/schema.ts'
import type { Context } from '../../tenants/context.ts'

type NewUpload = Pick<Insertable<Schema['uploads']>, 'storage_key' | 'purpose' | 'content_type' | 'bytes'>

/** What even the smallest file takes of a disk, bytes. */
const BLOCK = 4_096

/** Files of a crash are left alone so long: nothing that is still on its way is as old. */
const LEFTOVER_AGE = '10 minutes'

/** Has uploads of the business count one after the other until the transaction ends. */
export async function lockQuota(ctx: Context) {
  await sql`select pg_advisory_xact_lock(hashtextextended('uploads', ${ctx.tenant.id}))`.execute(ctx.db)
}

/** What all files of the business take, those on their way in or out too. */
export async function sumOfBytes(ctx: Context): Promise<number> {
  const { bytes } = await ctx.db
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(greatest(bytes, ${sql.lit(BLOCK)})), 0)`.as('bytes'))
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return bytes
}

/** Notes files that are about to be written. */
export async function insertUploads(ctx: Context, uploads: NewUpload[]) {
  const common = { tenant_id: ctx.tenant.id, created_by: ctx.user?.id ?? null, is_kept: false }
  await ctx.db
    .insertInto('uploads')
    .values(uploads.map((upload) => ({ ...upload, ...common })))
    .execute()
}

const named = (ctx: Context, keys: string[]) =>
  ctx.db.updateTable('uploads').where('tenant_id', '=', ctx.tenant.id).where('storage_key', '=', anyOfTexts(keys))

/** Returns how many of them were still there to be kept. */
export async function markAsKept(ctx: Context, keys: string[]) {
  const { numUpdatedRows } = await named(ctx, keys).set({ is_kept: true }).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** From here on nobody is shown them, and they may be thrown away. */
export async function markAsUnkept(ctx: Context, keys: string[]) {
  await named(ctx, keys).set({ is_kept: false }).execute()
}

/** Which of them are kept, once whoever is about to change that has done so. */
export async function listKept(ctx: Context, keys: string[]): Promise<Set<string>> {
  const uploads = await ctx.db
    .selectFrom('uploads')
    .select(['storage_key', 'is_kept'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('storage_key', '=', anyOfTexts(keys))
    .forUpdate()
    .execute()
  return new Set(uploads.filter(({ is_kept }) => is_kept).map(({ storage_key }) => storage_key))
}

/** A few files that were not kept in the end, whatever became of them. */
export async function listLeftovers(ctx: Context): Promise<string[]> {
  const uploads = await ctx.db
    .selectFrom('uploads')
    .select('storage_key')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('is_kept', '=', false)
    .where('created_at', '<', sql<Temporal.Instant>`now() - ${sql.lit(LEFTOVER_AGE)}::interval`)
    .limit(10)
    .execute()
  return uploads.map(({ storage_key }) => storage_key)
}

/** How long a picture waits for the record that it was uploaded for, and for one that was deleted to come back. */
const UNUSED_AGE = '1 day'

/** From here on nobody is shown pictures that no record names. Whoever is about to name one holds the quota's lock, too. */
export async function releaseUnusedPictures(ctx: Context) {
  const longAgo = sql<Temporal.Instant>`now() - ${sql.lit(UNUSED_AGE)}::interval`
  const picturesOf = (table: 'services' | 'calendars') =>
    ctx.db
      .selectFrom(table as 'services')
      .select('picture as address')
      .where('tenant_id', '=', ctx.tenant.id)
      .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>', longAgo)]))
  const inUse = ctx.db
    .selectFrom('configurations')
    .select('app_cover as address')
    .where('tenant_id', '=', ctx.tenant.id)
    .unionAll(picturesOf('services'))
    .unionAll(picturesOf('calendars'))
  await ctx.db
    .updateTable('uploads')
    .set({ is_kept: false })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('purpose', '=', 'picture')
    .where('is_kept', '=', true)
    .where('created_at', '<', longAgo)
    .where(({ not, exists, selectFrom }) =>
      // A picture has the same name in each of its widths.
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
    .where('is_kept', '=', true)
    .executeTakeFirst()
}

export async function deleteUploads(ctx: Context, keys: string[]) {
  await ctx.db
    .deleteFrom('uploads')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('storage_key', '=', anyOfTexts(keys))
    .where('is_kept', '=', false)
    .execute()
}
