import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { csvLine, typedCell, UTF8_MARK } from '@prenoto/core/reports/csv.ts'
import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import { readTenant, type Source } from './export-tenant.ts'
import { type JsonRow, unsealRow } from './reseal.ts'
import type { TenantTable } from './tenant-tables.repository.ts'

/** Tables that only Prenoto can use: secrets of log-ins and links, counters and locks. */
const NOT_IN_CSV = [
  'api_keys',
  'busy_feeds',
  'calendar_days',
  'calendar_feeds',
  'first_steps',
  'passkeys',
  'recovery_codes',
  'second_factor_requirements',
  'slot_holds',
  'totp_factors',
  'webhooks',
]

const NOT_IN_CSV_COLUMNS = ['hidden_id', 'idempotency_key', 'password_hash']

/**
 * Writes the data of a tenant into a new folder: a CSV file for each table with rows, health notes decrypted, and the pictures
 * and health documents as files. Returns the number of CSV files. Throws a StartupError for a folder that exists.
 */
export async function exportCsv(folder: string, source: Source, encryption: Encryption): Promise<number> {
  await makeFolder(folder)
  const key = { encryption, tenantId: source.tenant.id }
  const opened = new Map<string, FileHandle>()
  try {
    for await (const part of readTenant(source)) {
      if ('file' in part) await writeInto(join(folder, 'uploads'), part.file.key, part.file.content)
      else if ('table' in part && !NOT_IN_CSV.includes(part.table.name)) {
        const { table } = part
        const rows = part.rows.map((text) => unsealRow(table.name, JSON.parse(text), key, (plaintext) => plaintext))
        if (table.name === 'health_documents')
          for (const row of rows)
            await writeInto(join(folder, 'health_documents'), documentName(row), row.content as Buffer)
        await appendRows(opened, folder, { table, rows })
      }
    }
    return opened.size
  } finally {
    for (const file of opened.values()) await file.close()
  }
}

async function makeFolder(folder: string) {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new StartupError(`${folder} exists already: name a new folder.`)
    if (error.code === 'ENOENT') throw new StartupError(`${folder} cannot be made, since the folder above is missing.`)
    throw error
  })
}

const documentName = ({ id, content_type }: JsonRow) => `${id}.${content_type === 'application/pdf' ? 'pdf' : 'webp'}`

async function writeInto(folder: string, name: string, content: Buffer | undefined) {
  if (!content) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, name), content, { mode: 0o600 })
}

async function appendRows(
  opened: Map<string, FileHandle>,
  folder: string,
  { table: { name, columns }, rows }: { table: TenantTable; rows: JsonRow[] },
) {
  const exportedColumns = columns.filter(
    (column) => !NOT_IN_CSV_COLUMNS.includes(column) && !(name === 'health_documents' && column === 'content'),
  )
  let file = opened.get(name)
  if (!file) {
    file = await open(join(folder, `${name}.csv`), 'wx', 0o600)
    opened.set(name, file)
    await file.write(UTF8_MARK + csvLine(exportedColumns))
  }
  await file.write(rows.map((row) => csvLine(exportedColumns.map((column) => toCell(row[column])))).join(''))
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Buffer.isBuffer(value)) return typedCell(value.toString())
  return typedCell(typeof value === 'object' ? JSON.stringify(value) : String(value))
}
