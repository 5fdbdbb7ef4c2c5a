import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobData } from '../../queue/queue.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { refreshDashboards } from '../waiting-list/hold-slots.ts'
import { checkFile } from './check-file.ts'
import { importNextBookings } from './import-bookings.ts'
import { importNextCustomers } from './import-customers.ts'
import { findImport, findRunner, type LockedImport, lockImport, updateImport } from './imports.repository.ts'
import { undoNextLines } from './undo-lines.ts'

/** Milliseconds; the next job continues, so that other businesses take their turn. */
const SLICE = 4_000

/** Milliseconds between two batches, for requests. */
const PAUSE = 5

/** Handler of the job `run-import`. A job that is repeated after a crash continues where the last transaction ended. */
export async function runImports(ctx: Context, jobs: JobData['run-import'][]) {
  const outcomes: PromiseSettledResult<void>[] = []
  for (const { import_id } of jobs) outcomes.push(...(await Promise.allSettled([runImport(ctx, import_id)])))
  return outcomes
}

async function runImport(ctx: Context, id: number) {
  const lockedImport = await transaction(ctx, (ctx) => lockImport(ctx, id))
  if (lockedImport?.state === 'checking') return checkFile(ctx, lockedImport)
  if (lockedImport?.state !== 'importing' && lockedImport?.state !== 'undoing') return
  const end = performance.now() + SLICE
  const hasMore = await runSlice(ctx, lockedImport, () => performance.now() >= end)
  if (hasMore) await ctx.jobs.add(ctx, 'run-import', { import_id: id })
  else await finish(ctx, lockedImport)
}

async function runSlice(ctx: Context, lockedImport: LockedImport, isOver: () => boolean): Promise<boolean> {
  if (lockedImport.state === 'importing' && lockedImport.kind === 'bookings')
    return importNextBookings(ctx, lockedImport, isOver)
  const runNext = lockedImport.state === 'undoing' ? undoNextLines : importNextCustomers
  while (await runNext(ctx, lockedImport.id)) {
    if (isOver()) return true
    await sleep(PAUSE)
  }
  return false
}

/** Ends the import or undo, and records it in the audit trail, once. */
function finish(ctx: Context, { id, state: before }: LockedImport) {
  return transaction(ctx, async (ctx) => {
    const lockedImport = await lockImport(ctx, id)
    if (lockedImport?.state !== before) return
    const isUndo = before === 'undoing'
    await updateImport(ctx, id, { state: isUndo ? 'undone' : 'done' })
    const { counts } = (await findImport(ctx, id))!
    await recordAudit(ctx, {
      action: isUndo ? 'import.undone' : `${lockedImport.kind}.imported`,
      after: { import: id, ...counts },
      actor: await findRunner(ctx, lockedImport.run_by),
    })
    if (lockedImport.kind === 'bookings') await refreshDashboards(ctx)
  })
}
