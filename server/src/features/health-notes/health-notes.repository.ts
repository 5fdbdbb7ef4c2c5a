import { sql } from 'kysely'
import { anyOf, hasVersion, isoInstant, localDateTime } from '../../database/sql-expressions.ts'
import type { Context, StaffContext } from '../../tenants/context.ts'
import { VISIT } from './health-access.repository.ts'

/** An id for a new note, which its ciphertext is bound to. */
export async function newNoteId(ctx: Context): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('health_notes_id_seq')::bigint as id`.execute(ctx.db)
  return rows[0]!.id
}

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

/** The id of the customer's note that a request with this key has added. */
export async function findNoteOfKey(ctx: Context, customerId: number, key: string) {
  const note = await ctx.db
    .selectFrom('health_notes')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return note?.id
}

type NewNote = {
  id: number
  customer_id: number
  booking_id: number | null
  ciphertext: Buffer
  idempotency_key: string | null
}

/** Returns false if another note has the idempotency key. */
export async function insertNote(ctx: StaffContext, note: NewNote): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('health_notes')
    .values({ tenant_id: ctx.tenant.id, created_at: ctx.now.toString(), created_by: ctx.user.id, ...note })
    .onConflict((other) => other.columns(['tenant_id', 'idempotency_key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

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

export async function deleteNote(ctx: Context, customerId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('health_notes')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** For an export, in order of creation. */
export const listNotesOf = (ctx: Context, customerIds: number[]) =>
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
    .where('customer_id', '=', anyOf(customerIds))
    .orderBy('id')
    .execute()
