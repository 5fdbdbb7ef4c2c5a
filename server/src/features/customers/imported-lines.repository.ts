import { nationalNumber } from '@prenoto/core/fields/telephone.ts'
import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import { sql } from 'kysely'
import { anyId, isoInstant } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import type { MailboxOwner } from './mailbox-owner.ts'

/** Ignore phone numbers with fewer digits. */
const MIN_DIGITS = 8

type Owner = Pick<MailboxOwner, 'ids' | 'patterns' | 'others'>

/** The pattern of an address anywhere in a text. */
const within = (pattern: string) =>
  pattern.replace(/^\^\\s\*/, '(^|[^[:alnum:].+_-])').replace(/\\s\*\$$/, '($|[^[:alnum:].-])')

/**
 * The kept lines of imported files about a person: those of their customers and, in files that are not imported yet or in lines with
 * errors, those with their mailbox or telephone number, unless they name another customer of the mailbox.
 */
export async function listImportedLines(ctx: Context, { ids, patterns, others }: Owner) {
  const customers = await ctx.db
    .selectFrom('customers')
    .select(['email', 'telephone'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .execute()
  const numbers = customers
    .map(({ telephone }) => nationalNumber(telephone))
    .filter((number) => number.length >= MIN_DIGITS)
  const hasMailbox = customers.some(({ email }) => !isWithoutEmail(email))
  const isUnassigned = sql<boolean>`import_lines.customer_id is null and (
    lower(array_to_string(cells, ' ')) ~ any(${hasMailbox ? patterns.map(within) : []}::text[])
    or regexp_replace(array_to_string(cells, 'x'), '[^0-9x]', '', 'g') like any(${numbers.map((number) => `%${number}%`)}::text[]))`
  const rows = await ctx.db
    .selectFrom('import_lines')
    .innerJoin('imports', (join) =>
      join.onRef('imports.tenant_id', '=', 'import_lines.tenant_id').onRef('imports.id', '=', 'import_lines.import_id'),
    )
    .select(['import_id', 'line', 'customer_id', 'file_name', 'cells'])
    .select(isoInstant('imports.created_at').$notNull().as('imported_at'))
    .where('import_lines.tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb.or([eb('customer_id', '=', anyId(ids)), isUnassigned]))
    .orderBy('import_id')
    .orderBy('line')
    .execute()
  const names = others.map(({ name, surname }) => [name, surname].map((word) => word.toLowerCase()))
  return rows.filter(({ customer_id, cells }) => {
    const text = cells.join(' ').toLowerCase()
    return customer_id !== null || !names.some((words) => words.every((word) => text.includes(word)))
  })
}

export type ImportedLine = Awaited<ReturnType<typeof listImportedLines>>[number]

const isAmongLines = (lines: ImportedLine[]) =>
  sql<boolean>`(import_id, line) in (
    select * from unnest(${lines.map(({ import_id }) => import_id)}::bigint[], ${lines.map(({ line }) => line)}::integer[]))`

export async function deleteImportedLines(ctx: Context, lines: ImportedLine[]) {
  if (lines.length === 0) return
  await ctx.db.deleteFrom('import_lines').where('tenant_id', '=', ctx.tenant.id).where(isAmongLines(lines)).execute()
  await removeSamples(ctx, lines)
}

/** Assigns lines to a customer whose restriction then hides them. */
export async function assignImportedLines(ctx: Context, lines: ImportedLine[], customer_id: number) {
  await ctx.db
    .updateTable('import_lines')
    .set({ customer_id })
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isAmongLines(lines))
    .where('customer_id', 'is', null)
    .execute()
  await removeSamples(ctx, lines)
}

/** Removes the values of lines from the samples of the columns. */
async function removeSamples(ctx: Context, lines: ImportedLine[]) {
  for (const [id, ofImport] of Map.groupBy(lines, ({ import_id }) => import_id)) {
    const values = ofImport.flatMap(({ cells }) => cells).map((cell) => cell.replace(/\s+/g, ' ').trim())
    const isValue = (sample: string) => values.some((value) => value.startsWith(sample.replace(/…$/, '')))
    const { columns } = await ctx.db
      .selectFrom('imports')
      .select('columns')
      .where('tenant_id', '=', ctx.tenant.id)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const otherSamples = columns.map((column) => ({
      ...column,
      sample: column.sample.filter((sample) => !isValue(sample)),
    }))
    await ctx.db
      .updateTable('imports')
      .set({ columns: JSON.stringify(otherSamples) })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('id', '=', id)
      .execute()
  }
}
