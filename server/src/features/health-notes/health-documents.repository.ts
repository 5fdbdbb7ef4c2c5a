import { sql } from 'kysely'
import { anyId, isoInstant, localDateTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { VISIT } from './health-access.repository.ts'

/** Documents without their contents. */
const documents = (ctx: Context, customerId: number) =>
  ctx.db
    .selectFrom('health_documents as document')
    .innerJoin('users as author', (join) =>
      join.onRef('author.tenant_id', '=', 'document.tenant_id').onRef('author.id', '=', 'document.created_by'),
    )
    .leftJoin('bookings as booking', (join) =>
      join.onRef('booking.tenant_id', '=', 'document.tenant_id').onRef('booking.id', '=', 'document.booking_id'),
    )
    .select([
      'document.id',
      'document.name',
      'document.content_type',
      'document.bytes',
      ...VISIT,
      localDateTime('document.created_at', ctx.tenant.time_zone).as('created_at'),
      sql<string>`concat_ws(' ', author.name, author.surname)`.as('author'),
    ])
    .where('document.tenant_id', '=', ctx.tenant.id)
    .where('document.customer_id', '=', customerId)

/** Newest first. Their number is bounded by the size that a customer's documents may have. */
export const listDocuments = (ctx: Context, customerId: number) =>
  documents(ctx, customerId).orderBy('document.id', 'desc').execute()

export const findDocument = (ctx: Context, customerId: number, id: number) =>
  documents(ctx, customerId).where('document.id', '=', id).executeTakeFirst()

export const findDocumentContent = (ctx: Context, customerId: number, id: number) =>
  ctx.db
    .selectFrom('health_documents')
    .select(['name', 'content', 'content_type'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Smallest size that a document counts with, bytes; it bounds the number of documents. */
const MIN_BYTES = 64 * 1024

/** The size of a customer's documents. */
export async function sumDocumentBytes(ctx: Context, customerId: number): Promise<number> {
  const { bytes } = await ctx.db
    .selectFrom('health_documents')
    .select(sql<number>`coalesce(sum(greatest(bytes, ${sql.lit(MIN_BYTES)})), 0)`.as('bytes'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return bytes
}

/** For an export, in order of creation. */
export const listCustomerDocuments = (ctx: Context, customerIds: number[]) =>
  ctx.db
    .selectFrom('health_documents')
    .select([
      'id',
      'booking_id',
      'name',
      'content_type',
      'content',
      isoInstant('created_at').$notNull().as('created_at'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', anyId(customerIds))
    .orderBy('id')
    .execute()
