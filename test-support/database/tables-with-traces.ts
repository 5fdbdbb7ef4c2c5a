import pg from 'pg'

const toHex = (text: string) => Buffer.from(text).toString('hex')

/** The tables of all schemas with a row that contains a trace, as text or as bytes. `url`: of the superuser. */
export async function tablesWithTraces(url: string, traces: string[]): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`)
    const pattern = traces.flatMap((trace) => [trace, toHex(trace), toHex(trace.toLowerCase())]).join('|')
    const tableNames: string[] = []
    for (const { name } of tables) {
      const { rowCount } = await client.query(`select from ${name} as row where row::text ~* $1 limit 1`, [pattern])
      if (rowCount) tableNames.push(name)
    }
    return tableNames
  } finally {
    await client.end()
  }
}
