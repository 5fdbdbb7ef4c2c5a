import { cutPage, type PageQuery } from '@prenoto/core/contract/pagination.ts'
import {
  type Insertable,
  type SelectExpression,
  type Selection,
  type SelectQueryBuilder,
  sql,
  type Updateable,
} from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { type NotFound, VersionConflict } from '../../lib/errors.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { countTotal } from '../../tenants/count-rows.repository.ts'
import { type AuditedRecord, type RecordedChange, recordChange } from '../audit/record-change.ts'
import { deletion, restoration } from '../undo/deletions.repository.ts'
import { undoDeletion } from '../undo/undo-deletion.ts'

/** Tables with an id, a version, an idempotency key and a soft deletion. */
type ResourceTable = 'services' | 'calendars'

type Stored = { id: number; version: number }

type Description<T extends ResourceTable, C extends SelectExpression<Schema, T>, Shown> = {
  table: T
  /** The columns of a record, among them `id` and `version`. */
  columns: readonly C[]
  /** The columns that the list is sorted by, the id last; by default only the id. */
  sortBy?: readonly string[]
  /** Completes rows to records; by default they are the same. */
  show?: (ctx: Context, rows: Selection<Schema, T, C>[]) => Promise<Shown[]>
  /** Its name in the audit trail, and the values that the trail keeps. */
  audit: { type: AuditedRecord; values: (row: Selection<Schema, T, C>) => Record<string, unknown> }
  Missing: new () => NotFound
}

/**
 * A kind of record that staff list, add, change, delete and restore. The audit trail gets every change. The functions that
 * callers pass run in the transaction of the change and throw to refuse it.
 */
export function resource<
  T extends ResourceTable,
  const C extends SelectExpression<Schema, T>,
  Shown = Selection<Schema, T, C>,
>({
  table,
  columns,
  sortBy = ['id'],
  show = async (_ctx, rows) => rows as Shown[],
  audit,
  Missing,
}: Description<T, C, Shown>) {
  type Row = Selection<Schema, T, C> & Stored
  type Rows = SelectQueryBuilder<Schema, 'services', Row>

  // Kysely needs the name of one table: all have the columns that are used here.
  const typedTable = table as 'services'
  const rows = (ctx: Context) =>
    ctx.db
      .selectFrom(typedTable)
      .where(`${typedTable}.tenant_id`, '=', ctx.tenant.id)
      .where(`${typedTable}.deleted_at`, 'is', null)
      .select(columns as never) as unknown as Rows
  const withId = (ctx: Context, id: number) => rows(ctx).where(`${typedTable}.id`, '=', id)

  const find = (ctx: Context, id: number): Promise<Row | undefined> => withId(ctx, id).executeTakeFirst()

  /** Writes columns of a record, also of a deleted one. */
  const write = (ctx: Context, id: number, values: object) =>
    ctx.db.updateTable(typedTable).set(values).where('tenant_id', '=', ctx.tenant.id).where('id', '=', id).execute()

  const showOne = async (ctx: Context, row: Row) => (await show(ctx, [row]))[0]!

  const record = (ctx: Context, change: RecordedChange, { before, after }: { before?: Row | undefined; after?: Row }) =>
    recordChange(ctx, change, {
      subject: { type: audit.type, id: (after ?? before)!.id },
      before: before && audit.values(before),
      after: after && audit.values(after),
    })

  return {
    find,

    /** A page of the records, or of those that `filter` selects; the first page of all has the total. */
    async list(ctx: Context, { per_page, last_id }: PageQuery, filter?: (rows: Rows) => Rows) {
      const sortKey = (table: string) => sql.join(sortBy.map((column) => sql.ref(`${table}.${column}`)))
      const isAfter = sql<boolean>`(${sortKey(table)}) > (
        select ${sortKey('page_end')} from ${sql.table(table)} page_end
        where page_end.tenant_id = ${ctx.tenant.id} and page_end.id = ${last_id})`
      const read = (filter?.(rows(ctx)) ?? rows(ctx))
        .$if(last_id !== undefined, (query) => query.where(isAfter))
        .orderBy(sortKey(table))
        .limit(per_page + 1)
      const { items, ...tail } = cutPage(await read.execute(), per_page)
      return { items: await show(ctx, items), ...tail, ...(!filter && (await countTotal(ctx, table, last_id))) }
    },

    /** Adds a record once per idempotency key: a repeated key changes the record that it added. */
    create(
      ctx: Context,
      values: Omit<Insertable<Schema[T]>, 'tenant_id' | 'idempotency_key'>,
      idempotency_key: string | undefined,
      also?: (ctx: Context, id: number) => Promise<unknown>,
    ): Promise<Shown> {
      return transaction(ctx, async (ctx) => {
        const added = await ctx.db
          .insertInto(typedTable)
          .values({ ...values, tenant_id: ctx.tenant.id, idempotency_key } as never)
          .onConflict((earlier) => earlier.columns(['tenant_id', 'idempotency_key']).doNothing())
          .returning('id')
          .executeTakeFirst()
        const id = added?.id ?? (await lockByKey(ctx, idempotency_key!))
        const before = added ? undefined : await find(ctx, id)
        if (!added) await write(ctx, id, { ...values, ...restoration })
        await also?.(ctx, id)
        const after = (await find(ctx, id))!
        const change = added ? 'created' : before ? 'updated' : 'restored'
        await record(ctx, change, { before, after })
        return showOne(ctx, after)
      })
    },

    /** Changes a record of this version, or of any without one. Throws 404, and 409 for another version. */
    update(
      ctx: Context,
      id: number,
      version: number | undefined,
      change: (ctx: Context, before: Row) => Promise<Updateable<Schema[T]>> | Updateable<Schema[T]>,
    ): Promise<Shown> {
      return transaction(ctx, async (ctx) => {
        const before = await withId(ctx, id)
          .forNoKeyUpdate(table as never)
          .executeTakeFirst()
        if (!before) throw new Missing()
        if (version !== undefined && version !== before.version) throw new VersionConflict(await showOne(ctx, before))
        await write(ctx, id, await change(ctx, before))
        const after = (await find(ctx, id))!
        await record(ctx, 'updated', { before, after })
        return showOne(ctx, after)
      })
    },

    /** Deletes a record, which can be restored for some seconds. Throws 404. */
    delete(ctx: Context, id: number, also?: (ctx: Context) => Promise<unknown>): Promise<void> {
      return transaction(ctx, async (ctx) => {
        const before = await withId(ctx, id)
          .forUpdate(table as never)
          .executeTakeFirst()
        if (!before) throw new Missing()
        await also?.(ctx)
        await write(ctx, id, deletion(ctx))
        await record(ctx, 'deleted', { before })
      })
    },

    /** Restores a deleted record. Throws as `undoDeletion` does, and 404. */
    restore(
      ctx: Context,
      id: number,
      also?: (ctx: Context, deletedAt: Temporal.Instant) => Promise<unknown>,
    ): Promise<Shown> {
      return transaction(ctx, async (ctx) => {
        await undoDeletion(ctx, { table, id }, async (ctx, { deletedAt }) => {
          await also?.(ctx, deletedAt)
          await record(ctx, 'restored', { after: (await find(ctx, id))! })
        })
        const row = await find(ctx, id)
        if (!row) throw new Missing()
        return showOne(ctx, row)
      })
    },
  }

  async function lockByKey(ctx: Context, idempotencyKey: string): Promise<number> {
    const { id } = await ctx.db
      .selectFrom(typedTable)
      .select('id')
      .where('tenant_id', '=', ctx.tenant.id)
      .where('idempotency_key', '=', idempotencyKey)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    return id
  }
}
