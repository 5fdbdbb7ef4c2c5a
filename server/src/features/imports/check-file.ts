import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { foldHeading } from '@prenoto/core/imports/import-fields.ts'
import { cellOf } from '@prenoto/core/imports/import-person.ts'
import type { ImportOptions } from '@prenoto/core/imports/imports.endpoints.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { checkBookings, readBookingRules } from './check-bookings.ts'
import { customerChecker } from './check-customers.ts'
import { readCustomerDirectory } from './customer-directory.ts'
import {
  type LineResult,
  type LockedImport,
  listLinesAfter,
  lockImport,
  updateImport,
  updateLines,
} from './imports.repository.ts'

/** Lines per statement, and between two pauses for requests. */
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
    const found = await lockImport(ctx, id)
    if (found?.state === 'checking') await work(ctx)
  })

async function checkCustomers(ctx: Context, id: number, { fields, updates_present }: ImportOptions) {
  const directory = await readCustomerDirectory(ctx)
  const check = customerChecker({ fields, updatesPresent: updates_present, directory })
  let done = 0
  for await (const lines of linesInBatches(ctx, id)) {
    await store(ctx, id, { results: lines.map(check), done })
    done += lines.length
  }
}

async function checkAllBookings(ctx: Context, id: number, options: ImportOptions) {
  const rules = await readBookingRules(ctx, options, await readCustomerDirectory(ctx))
  const lines: { line: number; cells: string[] }[] = []
  for await (const batch of linesInBatches(ctx, id)) lines.push(...batch)
  const results = await checkBookings(ctx, lines, rules)
  for (let done = 0; done < results.length; done += BATCH_SIZE)
    await store(ctx, id, { results: results.slice(done, done + BATCH_SIZE), done })

  const unknown = (field: 'service' | 'calendar', ids: Map<string, unknown>) => {
    const names = lines.map(({ cells }) => cellOf(cells, options.fields, field)).filter(Boolean)
    const byKey = new Map(names.map((name) => [foldHeading(name), name]))
    return [...byKey].flatMap(([key, name]) => (ids.has(key) ? [] : name)).slice(0, MAX_UNKNOWN)
  }
  await whileChecking(ctx, id, (ctx) =>
    updateImport(ctx, id, {
      unknown_services: unknown('service', rules.services),
      unknown_calendars: unknown('calendar', rules.calendars),
    }),
  )
}

async function* linesInBatches(ctx: Context, id: number) {
  for (let after = 0; ; ) {
    const lines = await listLinesAfter(ctx, id, after, BATCH_SIZE)
    if (lines.length > 0) yield lines
    if (lines.length < BATCH_SIZE) return
    after = lines.at(-1)!.line
    await yieldToEventLoop()
  }
}

/** Stores outcomes after `done` lines; the progress is set, not added, since a retry starts at the first line. */
const store = (ctx: Context, id: number, { results, done }: { results: LineResult[]; done: number }) =>
  whileChecking(ctx, id, async (ctx) => {
    await updateLines(ctx, id, results)
    await updateImport(ctx, id, { progress: done + results.length })
  })
