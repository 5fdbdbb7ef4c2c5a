import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { type Deletable, lockDeletable, undelete } from './deletions.repository.ts'
import { UndoTooLate } from './errors.ts'

type Deleted = { deletedAt: Temporal.Instant }

/**
 * Undoes a deletion and runs `also` in the same transaction. A row that is not deleted stays unchanged, so this can be
 * repeated. Returns whether the row exists; throws 409 after the undo has ended.
 */
export function undoDeletion<C extends Context>(
  ctx: C,
  { table, id }: { table: Deletable; id: number },
  also: (ctx: C, deleted: Deleted) => Promise<unknown> = async () => {},
): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const row = await lockDeletable(ctx, table, id)
    if (!row?.deleted_at) return row !== undefined
    if (Temporal.Instant.compare(row.deleted_at.add({ seconds: UNDO_SECONDS }), ctx.now) < 0) throw new UndoTooLate()
    await undelete(ctx, table, id)
    await also(ctx, { deletedAt: row.deleted_at })
    return true
  })
}
