import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobData } from '../../queue/queue.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockDuplicates } from '../customers/customers.repository.ts'
import { refreshDashboards } from '../waiting-list/hold-slots.ts'
import { judgeBookings, settleBookings } from './booking-lines.ts'
import { judgeCustomers, settleCustomers } from './customer-lines.ts'
import {
  findImport,
  findRunner,
  type LineResult,
  type LockedImport,
  listFileLines,
  listPendingNumbers,
  listUnknownNames,
  lockImport,
  type StoredLine,
  updateImport,
  updateLines,
} from './imports.repository.ts'
import { undoBatches, undoLines } from './undo-lines.ts'

/** Milliseconds; the next job continues, so that other businesses take their turn. */
const SLICE = 10_000

/** Milliseconds between two batches, for requests. */
const PAUSE = 5

/** One pass over the lines of a file. */
type Pass<Judged extends { line: number }> = {
  /** Judges the pending lines, and yields them in batches. */
  judge(ctx: Context, lockedImport: LockedImport, lines: StoredLine[]): Iterable<Judged[]> | AsyncIterable<Judged[]>
  /** Writes a batch, unless the pass is a dry run, in a transaction; returns what becomes of its lines. */
  settle(ctx: Context, lockedImport: LockedImport, judged: Judged[]): Promise<LineResult[]>
}

/** Handler of the job `run-import`. A job that is repeated after a crash continues where the last transaction ended. */
export async function runImports(ctx: Context, jobs: JobData['run-import'][]) {
  const outcomes: PromiseSettledResult<void>[] = []
  for (const { import_id } of jobs) outcomes.push(...(await Promise.allSettled([runImport(ctx, import_id)])))
  return outcomes
}

/** Checks, imports or undoes the pending lines of a file, as its state says. */
async function runImport(ctx: Context, id: number) {
  const lockedImport = await transaction(ctx, (ctx) => lockImport(ctx, id))
  if (!lockedImport || !RUNNING.includes(lockedImport.state)) return
  const staff = { ...ctx, user: await findRunner(ctx, lockedImport.run_by) }
  if (lockedImport.state === 'undoing') await runPass(staff, lockedImport, { judge: undoBatches, settle: undoLines })
  else if (lockedImport.kind === 'customers')
    await runPass(staff, lockedImport, { judge: judgeCustomers, settle: settleCustomers })
  else await runPass(staff, lockedImport, { judge: judgeBookings, settle: settleBookings })
}

const RUNNING = ['checking', 'importing', 'undoing']

async function runPass<Judged extends { line: number }>(
  ctx: StaffContext,
  lockedImport: LockedImport,
  { judge, settle }: Pass<Judged>,
) {
  const { id, state } = lockedImport
  let end: number | undefined
  for await (const batch of judge(ctx, lockedImport, await listFileLines(ctx, id))) {
    const goesOn = await transaction(ctx, async (ctx) => {
      // Another process may have gone on with the import, or a customer's lines may have been erased.
      if ((await lockImport(ctx, id))?.state !== state) return false
      if (state !== 'checking') await lockDuplicates(ctx)
      const pendingNumbers = new Set(await listPendingNumbers(ctx, lockedImport, batch))
      const pendingLines = batch.filter(({ line }) => pendingNumbers.has(line))
      await updateLines(ctx, id, await settle(ctx, lockedImport, pendingLines))
      return true
    })
    if (!goesOn) return
    // A dry run compares its lines with all before, which the next job would read again.
    end ??= state === 'checking' ? Number.POSITIVE_INFINITY : performance.now() + SLICE
    if (performance.now() >= end) return ctx.jobs.add(ctx, 'run-import', { import_id: id })
    await sleep(PAUSE)
  }
  await finish(ctx, lockedImport)
}

/** Ends a step once; an import and an undo are recorded in the audit trail. */
function finish(ctx: StaffContext, { id, kind, state, options }: LockedImport) {
  return transaction(ctx, async (ctx) => {
    if ((await lockImport(ctx, id))?.state !== state) return
    if (state === 'checking')
      return updateImport(ctx, id, {
        state: 'checked',
        unknown_services: await listUnknownNames(ctx, id, 'service_unknown', options!.fields.indexOf('service')),
        unknown_calendars: await listUnknownNames(ctx, id, 'calendar_unknown', options!.fields.indexOf('calendar')),
      })
    const isUndo = state === 'undoing'
    await updateImport(ctx, id, { state: isUndo ? 'undone' : 'done' })
    const { counts } = (await findImport(ctx, id))!
    await recordAudit(ctx, {
      action: isUndo ? 'import.undone' : `${kind}.imported`,
      after: { import: id, ...counts },
    })
    if (kind === 'bookings') await refreshDashboards(ctx)
  })
}
