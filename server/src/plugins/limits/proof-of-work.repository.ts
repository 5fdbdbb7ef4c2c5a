import type { Pool } from '../../database/connection.ts'

/** The key that signs challenges, the same in all processes. */
export async function readProofSecret(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ secret: string }>(
    `select secret from system.secrets where name = 'proof-of-work'`,
  )
  return rows[0]!.secret
}
