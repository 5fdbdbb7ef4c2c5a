import { columnReader } from '@prenoto/core/imports/column-content.ts'
import type { ImportKind } from '@prenoto/core/imports/import-fields.ts'
import type { ImportColumn } from '@prenoto/core/imports/imports.endpoints.ts'
import type { FastifyRequest } from 'fastify'
import { inTurns } from '../../lib/in-turns.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import { checkForm, readFormFile, watchSender } from '../uploads/read-picture.ts'
import { TooManyFiles } from './errors.ts'
import { countImports, deleteUndoneImports, insertImport } from './imports.repository.ts'
import { type CsvTable, readCsv } from './read-csv.ts'

type Form = { request: FastifyRequest; field: string; kind: ImportKind; headingRow: number | undefined }

/** Reads a CSV file in a field of a multipart form and stores its lines. Throws 400, 408, 409, 413, 415, 422 and 503. */
export async function receiveFile(
  ctx: StaffContext,
  { processing, limits }: Pick<Uploads, 'processing' | 'limits'>,
  { request, field, kind, headingRow }: Form,
): Promise<number> {
  checkForm(request, field)
  const { signal, unwatch } = watchSender(request)
  let release: (() => void) | undefined
  try {
    release = await processing.acquire(ctx.tenant.id, signal)
    await requireRoom(ctx)
    const { name, content } = await readFormFile(request, field, { signal, timeout: limits.receiveTimeout })
    const table = await readCsv(content, { kind, headingRow })
    const columns = await describeColumns(table)
    return await transaction(ctx, (ctx) =>
      insertImport(ctx, { kind, file_name: fileName(name), columns, rows: table.rows }),
    )
  } finally {
    release?.()
    unwatch()
  }
}

/** Files of a business: those that wait for their import, and all. */
const MAX_UNFINISHED = 5
const MAX_FILES = 20

/** Deletes files that nobody needs any more. Throws 409 if the business still has too many. */
async function requireRoom(ctx: StaffContext) {
  await deleteUndoneImports(ctx)
  const { all, unfinished } = await countImports(ctx)
  if (unfinished >= MAX_UNFINISHED) throw new TooManyFiles({ max: MAX_UNFINISHED, isUnfinished: true })
  if (all >= MAX_FILES) throw new TooManyFiles({ max: MAX_FILES, isUnfinished: false })
}

/** The name without folders and control characters. */
const fileName = (name: string) =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
    .slice(0, 150) || 'file.csv'

const SAMPLE_VALUES = 3
/** In characters. */
const SAMPLE_LENGTH = 60

/** The columns with the first different values of each, what they look like, and the order of day and month in dates. */
async function describeColumns({ headings, rows }: CsvTable): Promise<ImportColumn[]> {
  const columns = headings.map((heading) => ({ heading, values: new Set<string>(), reader: columnReader() }))
  for await (const { cells } of inTurns(rows))
    for (const [i, { values, reader }] of columns.entries()) {
      const value = (cells[i] ?? '').trim()
      if (value === '') continue
      if (values.size < SAMPLE_VALUES) values.add(value)
      reader.add(value)
    }
  return columns.map(({ heading, values, reader }) => ({
    heading: short(heading),
    sample: [...values].map(short),
    date_order: reader.dateOrder(),
    content: reader.content(),
  }))
}

function short(text: string) {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > SAMPLE_LENGTH ? `${plain.slice(0, SAMPLE_LENGTH - 1)}…`.toWellFormed() : plain
}
