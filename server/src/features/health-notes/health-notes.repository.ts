import { sql } from 'kysely'
import { anyId, hasVersion, isoInstant, localDateTime } from '../../database/sql-expressions.ts'
import type { Context, StaffContext } from '../../tenants/context.ts'
import { VISIT } from './health-access.repository.ts'

const notes = (ctx: Context) =>
  ctx.db
    .selectFrom('health_notes as note')
    .innerJoin('users as author', (join) =>
      join.onRef('author.tenant_id', '=', 'note.tenant_id').onRef('author.id', '=', 'note.created_by'),
    )
    .leftJoin('users as editor', (join) =>
      join.onRef('editor.tenant_id', '=', 'note.tenant_id').onRef('editor.id', '=', 'note.updated_by'),
    )
    .leftJoin('bookings as booking', (join) =>
      join.onRef('booking.tenant_id', '=', 'note.tenant_id').onRef('booking.id', '=', 'note.booking_id'),
    )
    .select([
      'note.id',
      'note.version',
      'note.ciphertext',
      ...VISIT,
      localDateTime('note.created_at', ctx.tenant.time_zone).as('created_at'),
      localDateTime('note.updated_at', ctx.tenant.time_zone).$castTo<string | null>().as('updated_at'),
      sql<string>`concat_ws(' ', author.name, author.surname)`.as('author'),
      sql<string | null>`nullif(concat_ws(' ', editor.name, editor.surname), '')`.as('updated_by'),
    ])
    .where('note.tenant_id', '=', ctx.tenant.id)

type Page = { after: number | undefined; limit: number }

/** Newest first. */
export const listNotes = (ctx: Context, customerId: number, { after, limit }: Page) =>
  notes(ctx)
    .where('note.customer_id', '=', customerId)
    .$if(after !== undefined, (query) => query.where('note.id', '<', after!))
    .orderBy('note.id', 'desc')
    .limit(limit)
    .execute()

export const findNote = (ctx: Context, customerId: number, id: number) =>
  notes(ctx).where('note.customer_id', '=', customerId).where('note.id', '=', id).executeTakeFirst()

type Changed = { customerId: number; id: number; ciphertext: Buffer; version: number | undefined }

/** Returns false for an unknown note or another version. */
export async function updateNote(ctx: StaffContext, { customerId, id, ciphertext, version }: Changed) {
  const { numUpdatedRows } = await ctx.db
    .updateTable('health_notes')
    .set({
      ciphertext,
      updated_at: ctx.now.toString(),
      updated_by: ctx.user.id,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where(hasVersion(version))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** For an export, in order of creation. */
export const listCustomerNotes = (ctx: Context, customerIds: number[]) =>
  ctx.db
    .selectFrom('health_notes')
    .select([
      'id',
      'booking_id',
      'ciphertext',
      isoInstant('created_at').$notNull().as('created_at'),
      isoInstant('updated_at').as('updated_at'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', anyId(customerIds))
    .orderBy('id')
    .execute()
