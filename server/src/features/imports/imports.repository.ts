import { foldHeading, type ImportKind } from '@prenoto/core/imports/import-fields.ts'
import {
  IMPORT_DAYS,
  type LineOutcome,
  type LineReason,
  toSortPosition,
} from '@prenoto/core/imports/import-outcomes.ts'
import { oneLine } from '@prenoto/core/imports/import-person.ts'
import type { ImportColumn } from '@prenoto/core/imports/imports.endpoints.ts'
import { sql, type Updateable } from 'kysely'
import type { Schema, WrittenByImport } from '../../database/schema.ts'
import { anyId, anyOfTexts, localDateTime } from '../../database/sql-expressions.ts'
import { chunks } from '../../lib/chunks.ts'
import type { Context, StaffContext } from '../../tenants/context.ts'
import { ACCOUNT_COLUMNS } from '../accounts/users/users.repository.ts'
import type { FileLine } from './read-csv.ts'

type NewImport = { kind: ImportKind; file_name: string; columns: ImportColumn[]; rows: FileLine[] }

/** Lines of a transaction, so that others wait for some milliseconds only. */
export const BATCH_SIZE = 200

/** Lines per statement. */
const MAX_ROWS = 500

/** Inserts an import with its lines. Returns its id. */
export async function insertImport(ctx: StaffContext, { kind, file_name, columns, rows }: NewImport): Promise<number> {
  const { id } = await ctx.db
    .insertInto('imports')
    .values({
      tenant_id: ctx.tenant.id,
      kind,
      file_name,
      columns: JSON.stringify(columns),
      lines: rows.length,
      created_at: ctx.now.toString(),
      created_by: ctx.user.id,
      run_by: ctx.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const lines of chunks(rows, MAX_ROWS))
    await sql`
      insert into import_lines (tenant_id, import_id, line, cells)
      select ${ctx.tenant.id}::bigint, ${id}::bigint, line, cells
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given (line integer, cells text[])`.execute(ctx.db)
  return id
}

/** The number of lines by outcome. */
const selectOutcomeCounts = (ctx: Context) => sql<{ [K in LineOutcome]?: number }>`(
  select coalesce(jsonb_object_agg(outcome, lines), '{}')
  from (
    select outcome, count(*)::integer as lines from import_lines
    where tenant_id = ${ctx.tenant.id} and import_id = imports.id and outcome is not null group by outcome
  ) counted)`

const SUMMARY = ['id', 'kind', 'state', 'file_name', 'lines'] as const

const createdAt = (ctx: Context) => localDateTime('created_at', ctx.tenant.time_zone).$castTo<string>()

const nameOfCreator = (ctx: Context) => sql<string>`(
  select u.name || ' ' || u.surname from users u where u.tenant_id = ${ctx.tenant.id} and u.id = imports.created_by)`

/** True in a running state without a job: the job was given up after its retries, or lost. */
const isStopped = (ctx: Context) => sql<boolean>`(
  imports.state in ('checking', 'importing', 'undoing') and not exists (
    select from pgboss.job
    where job.name = 'run-import' and job.state in ('created', 'retry', 'active')
      and job.data ->> 'tenant_id' = ${ctx.tenant.id}::text
      and job.data -> 'data' ->> 'import_id' = imports.id::text
  ))`

const summaries = (ctx: Context) =>
  ctx.db
    .selectFrom('imports')
    .select(SUMMARY)
    .select([
      createdAt(ctx).as('created_at'),
      nameOfCreator(ctx).as('created_by'),
      selectOutcomeCounts(ctx).as('counts'),
      isStopped(ctx).as('is_stopped'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)

const WARNINGS: LineReason[] = ['telephone_left_out', 'email_left_out', 'name_doubtful']

/** At most fifty, the latest first. */
export const listImports = (ctx: Context) => summaries(ctx).orderBy('imports.id', 'desc').limit(50).execute()

export const findImport = (ctx: Context, id: number) =>
  summaries(ctx)
    .select([
      'columns',
      'options',
      'unknown_services',
      'unknown_calendars',
      'progress',
      'progress_total',
      sql<number>`(
        select count(*)::integer from import_lines
        where tenant_id = ${ctx.tenant.id} and import_id = imports.id and outcome = 'new' and 'shared_contact' = any(reasons)
      )`.as('shared_contacts'),
      sql<number>`(
        select count(*)::integer from import_lines
        where tenant_id = ${ctx.tenant.id} and import_id = imports.id and outcome in ('new', 'update')
          and reasons && ${WARNINGS}::text[]
      )`.as('warnings'),
      sql<string>`to_char((created_at + make_interval(days => ${IMPORT_DAYS})) at time zone ${ctx.tenant.time_zone}, 'DD-MM-YYYY HH24:MI')`.as(
        'kept_until',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirst()

/** Locks an import until the transaction ends, so that its lines are processed once. */
export const lockImport = (ctx: Context, id: number) =>
  ctx.db
    .selectFrom('imports')
    .select(['id', 'kind', 'state', 'options', 'override', 'columns', 'run_by'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type LockedImport = NonNullable<Awaited<ReturnType<typeof lockImport>>>

/** The user who started the job, also if removed since. */
export const findRunner = (ctx: Context, id: number) =>
  ctx.db
    .selectFrom('users')
    .select(ACCOUNT_COLUMNS)
    .where('users.tenant_id', '=', ctx.tenant.id)
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow()

export async function updateImport(ctx: Context, id: number, change: Updateable<Schema['imports']>) {
  await ctx.db.updateTable('imports').set(change).where('tenant_id', '=', ctx.tenant.id).where('id', '=', id).execute()
}

/** The number of imports, and of those that are not imported yet. */
export const countImports = (ctx: Context) =>
  ctx.db
    .selectFrom('imports')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      sql<number>`count(*) filter (where state in ('uploaded', 'checking', 'checked'))`.as('unfinished'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()

/** Deletes imports of which nothing is left. */
export async function deleteUndoneImports(ctx: Context) {
  await ctx.db.deleteFrom('imports').where('tenant_id', '=', ctx.tenant.id).where('state', '=', 'undone').execute()
}

export async function deleteImport(ctx: Context, id: number) {
  await ctx.db.deleteFrom('imports').where('tenant_id', '=', ctx.tenant.id).where('id', '=', id).execute()
}

const queryLines = (ctx: Context, importId: number) =>
  ctx.db
    .selectFrom('import_lines')
    .where('import_lines.tenant_id', '=', ctx.tenant.id)
    .where('import_id', '=', importId)

const listLinesAfter = (ctx: Context, importId: number, after: number) =>
  queryLines(ctx, importId)
    .select(['line', 'cells', 'outcome', 'customer_id', 'is_new_customer', 'booking_id', 'written'])
    .where('line', '>', after)
    .orderBy('line')
    .limit(MAX_ROWS)
    .execute()

export type StoredLine = Awaited<ReturnType<typeof listLinesAfter>>[number]

/** All lines, in the order of the file; read in pages, since parsing one long answer blocks the event loop. */
export async function listFileLines(ctx: Context, importId: number): Promise<StoredLine[]> {
  const lines: StoredLine[] = []
  for (;;) {
    const page = await listLinesAfter(ctx, importId, lines.at(-1)?.line ?? 0)
    lines.push(...page)
    if (page.length < MAX_ROWS) return lines
  }
}

type Step = Pick<LockedImport, 'state' | 'override'>

/** The outcomes of the lines that a running step has yet to settle; null: not judged yet. */
function pendingOutcomes({ state, override }: Step): (LineOutcome | null)[] {
  if (state === 'checking') return [null]
  return state === 'undoing' ? ['imported', 'updated'] : ['new', 'update', ...(override ? ['conflict' as const] : [])]
}

export const isPending = (step: Step, { outcome }: Pick<StoredLine, 'outcome'>) =>
  pendingOutcomes(step).includes(outcome)

const isStillPending = (step: Step) =>
  sql<boolean>`coalesce(outcome, '') = ${anyOfTexts(pendingOutcomes(step).map((outcome) => outcome ?? ''))}`

/** The numbers of those of these lines that are still pending. */
export async function listPendingNumbers(ctx: Context, step: LockedImport, lines: { line: number }[]) {
  const rows = await queryLines(ctx, step.id)
    .select('line')
    .where('line', '=', anyId(lines.map(({ line }) => line)))
    .where(isStillPending(step))
    .execute()
  return rows.map(({ line }) => line)
}

export async function countPending(ctx: Context, importId: number, step: Step): Promise<number> {
  const { count } = await queryLines(ctx, importId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isStillPending(step))
    .executeTakeFirstOrThrow()
  return count
}

/** Most names that are listed for the user to choose. */
const MAX_UNKNOWN = 200

/** The different values of a column in lines with this reason. */
export async function listUnknownNames(ctx: Context, importId: number, reason: LineReason, column: number) {
  const rows = await queryLines(ctx, importId)
    .select(sql<string | null>`cells[${column + 1}::integer]`.as('name'))
    .where(sql<boolean>`${reason} = any(reasons)`)
    .distinct()
    .orderBy('name')
    .execute()
  const names = new Map(rows.map(({ name }) => [foldHeading(name ?? ''), oneLine(name ?? '')]))
  return [...names.values()].slice(0, MAX_UNKNOWN)
}

type Page = { outcomes: readonly LineOutcome[]; after: number | undefined; limit: number }

/** Lines in the order of the list, with whether their customer is restricted. */
export const listLines = (ctx: Context, importId: number, { outcomes, after, limit }: Page) =>
  queryLines(ctx, importId)
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.tenant_id', '=', 'import_lines.tenant_id')
        .onRef('customers.id', '=', 'import_lines.customer_id'),
    )
    .select(['place as id', 'line', 'cells', 'outcome', 'reasons', 'other_line'])
    .select(sql<boolean>`customers.restricted_at is not null`.as('is_restricted'))
    .where('outcome', '=', anyOfTexts(outcomes))
    .$if(after !== undefined, (query) => query.where('place', '>', after!))
    .orderBy('place')
    .limit(limit)
    .execute()

export type ListedLine = Awaited<ReturnType<typeof listLines>>[number]

/** The result of a line. Absent values are removed. */
export type LineResult = {
  line: number
  outcome: LineOutcome
  reasons?: LineReason[]
  other_line?: number
  customer_id?: number | null
  is_new_customer?: boolean
  booking_id?: number | null
  written?: WrittenByImport | null
}

/** Stores the results of lines, and the progress. */
export async function updateLines(ctx: Context, importId: number, results: LineResult[]) {
  for (const part of chunks(results, MAX_ROWS)) {
    const rows = part.map(({ reasons = [], ...result }) => ({
      ...result,
      reasons,
      place: toSortPosition(result.outcome, result.line, reasons.length > 0),
    }))
    await sql`
      update import_lines set
        outcome = given.outcome, place = given.place, reasons = given.reasons, other_line = given.other_line,
        customer_id = given.customer_id, is_new_customer = coalesce(given.is_new_customer, false),
        booking_id = given.booking_id, written = given.written
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        line integer, outcome text, place integer, reasons text[], other_line integer, customer_id bigint,
        is_new_customer boolean, booking_id bigint, written jsonb)
      where import_lines.tenant_id = ${ctx.tenant.id} and import_id = ${importId} and import_lines.line = given.line`.execute(
      ctx.db,
    )
  }
  await sql`
    update imports set progress = progress + ${results.length}
    where tenant_id = ${ctx.tenant.id} and id = ${importId}`.execute(ctx.db)
}

/** Clears the outcomes of an earlier check. */
export async function clearOutcomes(ctx: Context, importId: number) {
  await sql`
    update import_lines set outcome = null, place = 0, reasons = '{}', other_line = null, customer_id = null
    where tenant_id = ${ctx.tenant.id} and import_id = ${importId} and outcome is not null`.execute(ctx.db)
}
