import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { type Deletable, lockDeletable, undelete } from './deletions.repository.ts'
import { UndoTooLate } from './errors.ts'

type Deleted = { deletedAt: Temporal.Instant }

/**
 * Takes a deletion back. One that stands is left as it is, since the answer to the first attempt may have got lost. `also` does
 * what belongs to it, in the same transaction. Returns whether there is such a row; throws 409 once the time is over.
 */
export function takeBack<C extends Context>(
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
