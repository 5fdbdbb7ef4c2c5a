import type { Insertable } from 'kysely'
import type { Context } from '../context.ts'
import type { Row, Schema } from '../database/schema.ts'

type NewUpload = Pick<Insertable<Schema['uploads']>, 'storage_key' | 'purpose' | 'content_type' | 'bytes'>

export async function insertUpload(ctx: Context, upload: NewUpload) {
  await ctx.db
    .insertInto('uploads')
    .values({ tenant_id: ctx.tenant.id, ...upload, created_by: ctx.user?.id ?? null })
    .execute()
}

export function findUpload(ctx: Context, storageKey: string, purposes: Row<'uploads'>['purpose'][]) {
  return ctx.db
    .selectFrom('uploads')
    .select('storage_key')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('storage_key', '=', storageKey)
    .where('purpose', 'in', purposes)
    .executeTakeFirst()
}

export async function deleteUpload(ctx: Context, storageKey: string) {
  await ctx.db
    .deleteFrom('uploads')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('storage_key', '=', storageKey)
    .execute()
}
