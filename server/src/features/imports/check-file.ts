import { foldHeading } from '@prenoto/core/imports/import-fields.ts'
import type { LineReason } from '@prenoto/core/imports/import-outcomes.ts'
import { getCell } from '@prenoto/core/imports/import-person.ts'
import type { ImportOptions } from '@prenoto/core/imports/imports.endpoints.ts'
import { inTurns, mapInTurns } from '../../lib/in-turns.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { checkBookings, readBookingRules } from './check-bookings.ts'
import { customerChecker } from './check-customers.ts'
import { readCustomerDirectory } from './customer-directory.ts'
import {
  type LineResult,
  type LockedImport,
  listLinesAfter,
  lockImport,
  type UncheckedLine,
  updateImport,
  updateLines,
} from './imports.repository.ts'

/** Lines per statement. */
const BATCH_SIZE = 500

/** Most names that are listed for the user to choose. */
const MAX_UNKNOWN = 200

/** The dry run: stores the outcome of every line. Idempotent. */
export async function checkFile(ctx: Context, { id, kind, options }: LockedImport) {
  if (kind === 'customers') await checkCustomers(ctx, id, options!)
  else await checkAllBookings(ctx, id, options!)
  await whileChecking(ctx, id, (ctx) => updateImport(ctx, id, { state: 'checked' }))
}

/** Does nothing once another process has finished the check, since its outcomes may be in use. */
const whileChecking = (ctx: Context, id: number, work: (ctx: Context) => Promise<void>) =>
  transaction(ctx, async (ctx) => {
    const lockedImport = await lockImport(ctx, id)
    if (lockedImport?.state === 'checking') await work(ctx)
  })

async function checkCustomers(ctx: Context, id: number, { fields, updates_present }: ImportOptions) {
  const directory = await readCustomerDirectory(ctx)
  const check = customerChecker({ fields, updatesPresent: updates_present, directory })
  let progress = 0
  for await (const lines of linesInBatches(ctx, id)) {
    const results = await mapInTurns(lines, check)
    progress += lines.length
    await store(ctx, id, { results: results.filter((result) => result !== undefined), progress })
  }
}

async function checkAllBookings(ctx: Context, id: number, options: ImportOptions) {
  const rules = await readBookingRules(ctx, options, await readCustomerDirectory(ctx))
  const lines: UncheckedLine[] = []
  for await (const batch of linesInBatches(ctx, id)) lines.push(...batch)
  const results = await checkBookings(ctx, lines, rules)
  for (let done = 0; done < results.length; done += BATCH_SIZE) {
    const batch = results.slice(done, done + BATCH_SIZE)
    await store(ctx, id, { results: batch, progress: done + batch.length })
  }

  const cellsByLine = new Map(lines.map(({ line, cells }) => [line, cells]))
  const unknown: { [K in LineReason]?: Map<string, string> } = {
    service_unknown: new Map(),
    calendar_unknown: new Map(),
  }
  for await (const { line, reasons = [] } of inTurns(results))
    for (const reason of reasons) {
      const name = getCell(
        cellsByLine.get(line)!,
        options.fields,
        reason === 'service_unknown' ? 'service' : 'calendar',
      )
      unknown[reason]?.set(foldHeading(name), name)
    }
  const list = (names?: Map<string, string>) => [...names!.values()].slice(0, MAX_UNKNOWN)
  await whileChecking(ctx, id, (ctx) =>
    updateImport(ctx, id, {
      unknown_services: list(unknown.service_unknown),
      unknown_calendars: list(unknown.calendar_unknown),
    }),
  )
}

async function* linesInBatches(ctx: Context, id: number) {
  for (let after = 0; ; ) {
    const lines = await listLinesAfter(ctx, id, after, BATCH_SIZE)
    if (lines.length > 0) yield lines
    if (lines.length < BATCH_SIZE) return
    after = lines.at(-1)!.line
  }
}

/** Stores outcomes; the progress is set, not added, since a retry passes the first lines again. */
const store = (ctx: Context, id: number, { results, progress }: { results: LineResult[]; progress: number }) =>
  whileChecking(ctx, id, async (ctx) => {
    await updateLines(ctx, id, results)
    await updateImport(ctx, id, { progress })
  })
