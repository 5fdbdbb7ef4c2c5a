import type { Pool } from '../database/connection.ts'

type Statements = { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** Adds to the transaction what follows for the businesses that were taken. */
export type Plan = (tenantIds: number[], statements: Statements) => Promise<unknown>

/**
 * Takes businesses by a function of the database that gives each of them once, however many processes ask, and lets `plan` add
 * to the same transaction what follows from it.
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
    // The connection goes, and with it what was begun.
    client.release(true)
    throw error
  }
}
