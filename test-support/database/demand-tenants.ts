import type { Pool } from '../../server/src/database/connection.ts'

/**
 * Makes every statement of a pool fail that uses a table of tenants and does not name its tenant. Row-level security would
 * hide the mistake: the statement finds the same rows, more slowly.
 */
export async function demandTenants(pool: Pool, owner: Pool) {
  const { rows } = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'tenants'`,
  )
  const tables = new RegExp(`\\b(from|join|into|update)\\s+"?(${rows.map(({ name }) => name).join('|')})\\b`)
  const checked = new Set<string>()

  function check(sql: string) {
    if (checked.has(sql)) return
    if (tables.test(sql) && !sql.includes('tenant_id')) throw new Error(`A statement does not name its tenant: ${sql}`)
    checked.add(sql)
  }

  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...statement: unknown[]) => unknown
    client.query = ((statement: string | { text: string }, ...values: unknown[]) => {
      check(typeof statement === 'string' ? statement : statement.text)
      return query(statement, ...values)
    }) as typeof client.query
  })
}
