import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import type { Pool } from '../database/connection.ts'

export type Statements = { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/**
 * Takes the businesses whose day of reminders has begun, at `fromTime` in their local time, and lets `plan` add to the same
 * transaction what follows from it. A day is taken once, however many processes ask.
 */
export async function takeDaysOfReminders(
  pool: Pool,
  { now, fromTime }: { now: Temporal.Instant; fromTime: PlainTime },
  plan: (tenantIds: number[], statements: Statements) => Promise<unknown>,
) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ tenant_id: number }>('select tenant_id from take_days_of_reminders($1, $2)', [
      now.toString(),
      fromTime,
    ])
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
