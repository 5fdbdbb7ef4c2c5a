import type pg from 'pg'

/** Filling a database with the demo, as the owner of the tables and in one transaction. */
export type Filler = {
  /** Inserts rows as they are and returns their ids in the same order. */
  insert(table: string, rows: object[]): Promise<number[]>
}

/** Runs `fill` unless the database has a business already. Says whether it did. */
export async function fillWhenEmpty(owner: pg.Pool, fill: (filler: Filler) => Promise<void>): Promise<boolean> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    // Processes that start at once take turns.
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
  const { rows: made } = await client.query<{ id: number }>(
    `with made as (
       insert into ${client.escapeIdentifier(table)} (${columns.join(', ')})
       select ${columns.join(', ')} from jsonb_populate_recordset(null::${client.escapeIdentifier(table)}, $1)
       returning to_jsonb(${client.escapeIdentifier(table)}) -> 'id' as id
     ) select id::text::bigint as id from made`,
    [JSON.stringify(rows)],
  )
  return made.map((row) => row.id)
}
