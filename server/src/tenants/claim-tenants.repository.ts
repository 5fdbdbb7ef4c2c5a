import type { Pool } from '../database/connection.ts'

type Statements = { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** Adds statements for the claimed tenants to the transaction. */
export type Plan = (tenantIds: number[], statements: Statements) => Promise<unknown>

/**
 * Claims due tenants with a database function that returns each of them to one process only, and calls `plan` in the same
 * transaction.
 */
export async function claimTenants(pool: Pool, { text, values }: { text: string; values: unknown[] }, plan: Plan) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ tenant_id: number }>(text, values)
    const tenantIds = rows.map((row) => row.tenant_id)
    if (tenantIds.length > 0) await plan(tenantIds, { executeSql: (text, values) => client.query(text, values) })
    await client.query('commit')
    client.release()
  } catch (error) {
    // Closing the connection rolls back.
    client.release(true)
    throw error
  }
}
