import { guessFields } from '@prenoto/core/imports/guess-fields.ts'
import { fieldsOfKind, type ImportField, importFields, missingFields } from '@prenoto/core/imports/import-fields.ts'
import type { ImportDetails, ImportOptions, ImportState } from '@prenoto/core/imports/imports.endpoints.ts'
import { violatesUnique } from '../../database/postgres-errors.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { listChoices } from './choices.repository.ts'
import {
  AnotherImportRuns,
  ChoiceGone,
  ColumnsMissing,
  ColumnTwice,
  DateOrderMissing,
  ImportNotFound,
  WrongStep,
} from './errors.ts'
import {
  clearOutcomes,
  countPending,
  deleteImport,
  findImport,
  type LockedImport,
  lockImport,
  updateImport,
} from './imports.repository.ts'

/** Throws 404. */
export async function readImport(ctx: Context, id: number): Promise<ImportDetails> {
  const file = await findImport(ctx, id)
  if (!file) throw new ImportNotFound()
  const { unknown_services, unknown_calendars } = file
  const hasUnknown = unknown_services.length + unknown_calendars.length > 0
  const { services, calendars } = hasUnknown ? await listChoices(ctx) : { services: [], calendars: [] }
  return {
    ...file,
    options: file.options ?? guessOptions(file),
    choices: { services: services.map(withName), calendars: calendars.map(withName) },
  }
}

const withName = ({ id, names: [name = ''] }: { id: number; names: string[] }) => ({ id, name })

function guessOptions({ kind, columns }: Pick<ImportDetails, 'kind' | 'columns'>): ImportOptions {
  const fields = guessFields(kind, columns)
  const order = columns[fields.indexOf('day')]?.date_order
  return {
    fields,
    date_order: order === 'dmy' || order === 'mdy' ? order : null,
    updates_present: false,
    service_names: [],
    calendar_names: [],
  }
}

/** Locks an import in one of these states. Throws 404 and 409. */
async function lockInState(ctx: Context, id: number, states: ImportState[]): Promise<LockedImport> {
  const lockedImport = await lockImport(ctx, id)
  if (!lockedImport) throw new ImportNotFound()
  if (!states.includes(lockedImport.state)) throw new WrongStep()
  return lockedImport
}

/** Starts the dry run. Throws 404, 409, and 422 for columns that do not suffice. */
export const startCheck = (ctx: StaffContext, id: number, options: ImportOptions) =>
  begin(
    ctx,
    id,
    { from: ['uploaded', 'checked'], change: { state: 'checking', options: JSON.stringify(options) } },
    async (ctx, lockedImport) => {
      requireFields(lockedImport, options)
      await requireChoices(ctx, options)
      await clearOutcomes(ctx, id)
    },
  )

/** Starts the import of the lines that the dry run accepted. Throws 404 and 409. */
export const startImport = (ctx: StaffContext, id: number, override: boolean) =>
  begin(ctx, id, { from: ['checked'], change: { state: 'importing', override } })

/** Starts to undo a finished import. Throws 404 and 409. */
export const startUndo = (ctx: StaffContext, id: number) =>
  begin(ctx, id, { from: ['done'], change: { state: 'undoing' } })

type Beginning = {
  from: ImportState[]
  change: { state: ImportState; options?: string; override?: boolean }
}

async function begin(
  ctx: StaffContext,
  id: number,
  { from, change }: Beginning,
  prepare?: (ctx: StaffContext, lockedImport: LockedImport) => Promise<void>,
) {
  await transaction(ctx, async (ctx) => {
    const lockedImport = await lockInState(ctx, id, from)
    await prepare?.(ctx, lockedImport)
    const progress_total = await countPending(ctx, id, { ...lockedImport, ...change })
    try {
      await updateImport(ctx, id, { ...change, progress: 0, progress_total, run_by: ctx.user.id })
    } catch (error) {
      throw violatesUnique(error, 'imports_running') ? new AnotherImportRuns() : error
    }
    await ctx.jobs.add(ctx, 'run-import', { import_id: id })
  })
  return readImport(ctx, id)
}

function requireFields({ kind, columns }: LockedImport, { fields, date_order }: ImportOptions) {
  const used = fields.slice(0, columns.length).filter((field): field is ImportField => field !== null)
  const allowed: readonly ImportField[] = fieldsOfKind[kind]
  const twice = used.find((field, i) => used.indexOf(field) !== i || !allowed.includes(field))
  if (twice) throw new ColumnTwice('fields', { label: importFields[twice] })
  const missing = missingFields(kind, used)
  if (missing.length > 0) throw new ColumnsMissing('fields', { missing })
  const isAmbiguous = columns[fields.indexOf('day')]?.date_order === 'either'
  if (kind === 'bookings' && isAmbiguous && !date_order) throw new DateOrderMissing('date_order')
}

/** Throws 422 for a service or calendar that does not exist. */
async function requireChoices(ctx: Context, { service_names, calendar_names }: ImportOptions) {
  const { services, calendars } = await listChoices(ctx)
  const find = (chosen: ImportOptions['service_names'], records: { id: number }[]) =>
    chosen.find(({ id }) => id !== null && !records.some((record) => record.id === id))
  const service = find(service_names, services)
  if (service) throw new ChoiceGone('service_names', { name: service.name })
  const calendar = find(calendar_names, calendars)
  if (calendar) throw new ChoiceGone('calendar_names', { name: calendar.name })
}

/** Adds a job that goes on with a stopped import. Throws 404 and 409. */
export async function resumeImport(ctx: Context, id: number) {
  await transaction(ctx, async (ctx) => {
    if (!(await lockImport(ctx, id))) throw new ImportNotFound()
    // Read after the lock is taken, so that the job of a concurrent request is seen.
    if (!(await findImport(ctx, id))!.is_stopped) throw new WrongStep()
    await ctx.jobs.add(ctx, 'run-import', { import_id: id })
  })
  return readImport(ctx, id)
}

/** Deletes an import that has changed nothing, or nothing any more. Throws 404 and 409. */
export function discardImport(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    await lockInState(ctx, id, ['uploaded', 'checked', 'undone'])
    await deleteImport(ctx, id)
    await recordAudit(ctx, { action: 'import.deleted' })
  })
}
