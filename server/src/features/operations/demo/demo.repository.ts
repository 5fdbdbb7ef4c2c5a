import type pg from 'pg'

/** Whether there is no tenant, and the password hash of the demo's first user. Needs the role of the owner. */
export async function findContents(owner: pg.Pool): Promise<{ isEmpty: boolean; demoHash?: string | null }> {
  const { rows } = await owner.query<{ is_empty: boolean; demo: { password_hash: string | null } | null }>(
    `select not exists (select from tenants) as is_empty,
            (select to_jsonb(u) from users u join domains d using (tenant_id)
             where d.domain = 'localhost' and u.email = 'admin@demo.it' and u.deleted_at is null) as demo`,
  )
  const { is_empty, demo } = rows[0]!
  return { isEmpty: is_empty, demoHash: demo?.password_hash }
}

export type Filler = {
  /** Inserts rows as they are and returns their ids in the same order. */
  insert(table: string, rows: object[]): Promise<number[]>
}

/** Runs `fill` in one transaction if the database has no tenant. Returns whether it did. */
export async function seedIfEmpty(owner: pg.Pool, fill: (filler: Filler) => Promise<void>): Promise<boolean> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    // Serialises processes that start at the same time.
    await client.query('select pg_advisory_xact_lock(7239002)')
    const { rows } = await client.query<{ empty: boolean }>('select not exists (select from tenants) as empty')
    const isEmpty = rows[0]!.empty
    if (isEmpty) await fill({ insert: (table, rows) => insert(client, table, rows) })
    await client.query('commit')
    return isEmpty
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function insert(client: pg.PoolClient, table: string, rows: object[]): Promise<number[]> {
  if (rows.length === 0) return []
  const columns = Object.keys(rows[0] ?? {}).map((column) => client.escapeIdentifier(column))
  const { rows: insertedRows } = await client.query<{ id: number }>(
    `with made as (
       insert into ${client.escapeIdentifier(table)} (${columns.join(', ')})
       select ${columns.join(', ')} from jsonb_populate_recordset(null::${client.escapeIdentifier(table)}, $1)
       returning to_jsonb(${client.escapeIdentifier(table)}) -> 'id' as id
     ) select id::text::bigint as id from made`,
    [JSON.stringify(rows)],
  )
  return insertedRows.map((row) => row.id)
}
