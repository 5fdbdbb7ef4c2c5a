import type { DatabaseUrls } from '../../../database/connection.ts'
import { openAppPool } from '../../../database/connection.ts'
import { type Encryption, encryptionWith } from '../../../lib/encryption.ts'
import { listJobsOfTenant } from '../../../queue/jobs.repository.ts'
import type { Tenant } from '../../../tenants/context.ts'
import type { FileStore } from '../../uploads/file-store.ts'
import { isPaused } from './pause.repository.ts'
import { inSnapshot, listStoredUploads, readRows } from './read-rows.repository.ts'
import { batchSize, isSealed, resealJson } from './reseal.ts'
import { formatHeader, type Section } from './tenant-file.ts'
import { findSchemaVersion, listTenantTables, type TenantTable } from './tenant-tables.repository.ts'

export type Source = { urls: DatabaseUrls; tenant: Tenant; files: FileStore }

/** Rows of a table; a file of the tenant, without content if it is missing; or anything else of the export. */
export type Exported =
  | { table: TenantTable; rows: string[] }
  | { file: { key: string; content_type: string; content: Buffer | undefined } }
  | Section

type Selection = {
  leftOut?: readonly string[] | undefined
  /** Added to the header. */
  key?: Buffer | undefined
}

/** All data of a tenant in one snapshot, while it is served. The jobs are included if it is paused. */
export async function* readTenant(
  { urls, tenant, files }: Source,
  { leftOut = [], key }: Selection = {},
): AsyncGenerator<Exported> {
  const pool = openAppPool(urls, { max: 1, name: 'export', socketTimeout: 0 })
  try {
    yield* inSnapshot(pool, tenant.id, async function* (client): AsyncGenerator<Exported> {
      const paused = await isPaused(client, tenant.id)
      const schema = await findSchemaVersion(client)
      const { id, name, domain } = tenant
      const exported_at = Temporal.Now.instant().toString()
      const header = { schema, tenant: id, name, domain, paused, exported_at, ...(key && { key: key.toString('hex') }) }
      yield { kind: 'header', values: [formatHeader(header)] }
      const tables = (await listTenantTables(client)).filter((table) => !leftOut.includes(table.name))
      for (const table of tables)
        for await (const rows of readRows(client, table, { tenantId: id, batch: batchSize(table.name) }))
          yield { table, rows }
      if (paused) yield { kind: 'job', values: await listJobsOfTenant(client, id) }
      for (const { storage_key: key, content_type } of await listStoredUploads(client, id))
        yield { file: { key, content_type, content: await files.get(`${id}/${key}`) } }
    })
  } finally {
    await pool.end()
  }
}

type Keys = {
  encryption: Encryption
  /** Replaces the keys of the installation in the file. */
  transferKey?: Buffer | undefined
  /** Whether the file is for the owner: its header holds the transfer key, and nothing in it logs in. */
  isForOwner?: boolean
}

/** Second factors and private links that an owner's copy leaves out, besides passwords. */
const OWNER_LEFT_OUT = [
  'api_keys',
  'busy_feeds',
  'calendar_feeds',
  'passkeys',
  'recovery_codes',
  'totp_factors',
  'webhooks',
]

const withoutPassword = (user: string) => JSON.stringify({ ...JSON.parse(user), password_hash: null })

/** The sections of the file of a tenant. `onMissing` is called for each upload whose file is missing. */
export async function* exportTenant(
  source: Source,
  { encryption, transferKey, isForOwner = false }: Keys,
  onMissing: () => void,
) {
  const tenantId = source.tenant.id
  const from = { encryption, tenantId }
  const to = transferKey && { encryption: encryptionWith([transferKey]), tenantId }
  for await (const part of readTenant(source, isForOwner ? { leftOut: OWNER_LEFT_OUT, key: transferKey } : {})) {
    if ('file' in part) {
      const { key, content_type, content } = part.file
      if (!content) onMissing()
      else yield { kind: 'file', values: [JSON.stringify({ key, content_type, content: content.toString('base64') })] }
    } else if ('table' in part) {
      const { name } = part.table
      // Each alone, since a document is large.
      if (to && isSealed(name))
        for (const row of part.rows) yield { kind: name, values: [await resealJson(name, row, { from, to })] }
      else yield { kind: name, values: isForOwner && name === 'users' ? part.rows.map(withoutPassword) : part.rows }
    } else yield part
  }
}
