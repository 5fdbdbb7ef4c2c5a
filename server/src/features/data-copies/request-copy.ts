import type { DataCopy } from '@prenoto/core/data-copies/data-copies.endpoints.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { deleteStoppedCopy, findNewestCopy, insertCopy, listRequests } from './data-copies.repository.ts'
import { TooManyCopies } from './errors.ts'

/** Copies of a business in 24 hours. */
const MAX_COPIES = 3

/** Adds the job that makes a copy, unless one is being made; returns that one. Throws 429. */
export async function requestCopy(ctx: StaffContext): Promise<DataCopy> {
  await transaction(ctx, async (ctx) => {
    await deleteStoppedCopy(ctx)
    const requests = await listRequests(ctx)
    if (requests.some(({ state }) => state !== 'ready')) return
    if (requests.length >= MAX_COPIES) {
      const nextAt = requests.at(-MAX_COPIES)!.requested_at.add({ hours: 24 })
      throw new TooManyCopies(nextAt.epochMilliseconds - ctx.now.epochMilliseconds)
    }
    const copy = await insertCopy(ctx)
    if (!copy) return
    await recordAudit(ctx, { action: 'data_copy.requested' })
    await ctx.jobs.add(ctx, 'make-data-copy', { copy_id: copy.id })
  })
  return (await findNewestCopy(ctx))!
}
