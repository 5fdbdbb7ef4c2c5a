import type { Pool } from '../database/connection.ts'

type Statements = { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

type Claim = { text: string; values: unknown[] }

/** Adds statements for the claimed tenants to the transaction. */
export type Plan = (tenantIds: number[], statements: Statements) => Promise<unknown>

/** `claimRows` for whole tenants. */
export const claimTenants = (pool: Pool, claim: Claim, plan: Plan) =>
  claimRows<{ tenant_id: number }>(pool, claim, (rows, statements) =>
    plan(
      rows.map(({ tenant_id }) => tenant_id),
      statements,
    ),
  )

/**
 * Claims what is due with a database function that returns each row to one process only, and calls `plan` in the same
 * transaction.
 */
export async function claimRows<Row extends { tenant_id: number }>(
  pool: Pool,
  { text, values }: Claim,
  plan: (rows: Row[], statements: Statements) => Promise<unknown>,
) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<Row>(text, values)
    if (rows.length > 0) await plan(rows, { executeSql: (text, values) => client.query(text, values) })
    await client.query('commit')
    client.release()
  } catch (error) {
    // Closing the connection rolls back.
    client.release(true)
    throw error
  }
}
