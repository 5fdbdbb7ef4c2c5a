import { findDateOrder } from '@prenoto/core/imports/import-dates.ts'
import type { ImportKind } from '@prenoto/core/imports/import-fields.ts'
import type { ImportColumn } from '@prenoto/core/imports/imports.endpoints.ts'
import type { FastifyRequest } from 'fastify'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import { checkForm, readFormFile, watchSender } from '../uploads/read-picture.ts'
import { insertImport } from './imports.repository.ts'
import { type CsvTable, readCsv } from './read-csv.ts'

type Form = { request: FastifyRequest; field: string; kind: ImportKind }

/** Reads a CSV file in a field of a multipart form and stores its lines. Throws 400, 408, 413, 415, 422 and 503. */
export async function receiveFile(
  ctx: StaffContext,
  { processing, limits }: Pick<Uploads, 'processing' | 'limits'>,
  { request, field, kind }: Form,
): Promise<number> {
  checkForm(request, field)
  const { signal, unwatch } = watchSender(request)
  let release: (() => void) | undefined
  try {
    release = await processing.acquire(ctx.tenant.id, signal)
    const { name, content } = await readFormFile(request, field, { signal, timeout: limits.receiveTimeout })
    const table = await readCsv(content)
    return await transaction(ctx, (ctx) =>
      insertImport(ctx, { kind, file_name: fileName(name), columns: columnsOf(table), rows: table.rows }),
    )
  } finally {
    release?.()
    unwatch()
  }
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

function columnsOf({ headings, rows }: CsvTable): ImportColumn[] {
  return headings.map((heading, i) => {
    const values = rows.map((row) => row[i] ?? '').filter((value) => value.trim() !== '')
    const sample = [...new Set(values.slice(0, 50))].slice(0, SAMPLE_VALUES)
    return {
      heading: short(heading),
      sample: sample.map(short),
      date_order: findDateOrder(values),
    }
  })
}

function short(text: string) {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > SAMPLE_LENGTH ? `${plain.slice(0, SAMPLE_LENGTH - 1)}…`.toWellFormed() : plain
}
