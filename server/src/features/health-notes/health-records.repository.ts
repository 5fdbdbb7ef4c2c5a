import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Context, StaffContext } from '../../tenants/context.ts'

/** Notes and documents are stored alike: encrypted, bound to their id, added once per idempotency key, deleted for good. */
type HealthTable = 'health_notes' | 'health_documents'

/** An id for a new record, which its ciphertexts are bound to. */
export async function newHealthRecordId(ctx: Context, table: HealthTable): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(${`${table}_id_seq`}::regclass)::bigint as id`.execute(
    ctx.db,
  )
  return rows[0]!.id
}

type NewHealthRecord<T extends HealthTable> = Omit<Insertable<Schema[T]>, 'tenant_id' | 'created_at' | 'created_by'>

/** Adds a record. Returns false if another one has its idempotency key. */
export async function insertHealthRecord<T extends HealthTable>(
  ctx: StaffContext,
  table: T,
  record: NewHealthRecord<T>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto(table as 'health_notes')
    .values({ ...record, tenant_id: ctx.tenant.id, created_at: ctx.now.toString(), created_by: ctx.user.id } as never)
    .onConflict((other) => other.columns(['tenant_id', 'idempotency_key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The id of the customer's record that a request with this key has added. */
export async function findHealthRecordOfKey(ctx: Context, table: HealthTable, customerId: number, key: string) {
  const record = await ctx.db
    .selectFrom(table)
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return record?.id
}

type HealthRecord = { customerId: number; id: number }

/** Returns whether the customer had the record. */
export async function deleteHealthRecord(ctx: Context, table: HealthTable, { customerId, id }: HealthRecord) {
  const { numDeletedRows } = await ctx.db
    .deleteFrom(table)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
