import type pg from 'pg'
import type { Pool } from '../../../database/connection.ts'
import type { TenantTable } from './tenant-tables.repository.ts'

/** Reads in one snapshot as the application, so that row-level security shows the rows of this tenant only. */
export async function* inSnapshot<T>(
  pool: Pool,
  tenantId: number,
  read: (client: pg.ClientBase) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const client = await pool.connect()
  let isOver = false
  try {
    await client.query('begin isolation level repeatable read read only')
    // The reader of the file may be slow.
    await client.query(
      `select set_config('app.tenant_id', $1, true), set_config('statement_timeout', '0', true),
              set_config('idle_in_transaction_session_timeout', '0', true)`,
      [String(tenantId)],
    )
    yield* read(client)
    await client.query('commit')
    isOver = true
  } finally {
    client.release(!isOver)
  }
}

type Page = { tenantId: number; batch: number }

/** The rows of a table as JSON, `batch` at a time. */
export async function* readRows(
  client: pg.ClientBase,
  { name, tenantColumn, columns, key }: TenantTable,
  { tenantId, batch }: Page,
): AsyncGenerator<string[]> {
  const list = (names: string[]) => names.map((name) => `"${name}"`).join(', ')
  const order = key.length > 0 ? ` order by ${list(key)}` : ''
  await client.query(
    `declare exported no scroll cursor for
     select row_to_json(r)::text as row
     from (select ${list(columns)} from "${name}" where "${tenantColumn}" = ${Number(tenantId)}${order}) as r`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${Number(batch)} from exported`)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < batch) break
  }
  await client.query('close exported')
}

export type StoredUpload = { storage_key: string; content_type: string }

export async function listStoredUploads(client: pg.ClientBase, tenantId: number): Promise<StoredUpload[]> {
  const { rows } = await client.query<StoredUpload>(
    'select storage_key, content_type from uploads where tenant_id = $1 and is_stored order by id',
    [tenantId],
  )
  return rows
}
