import type { Pool } from '../../../database/connection.ts'

type StoredKeys = { public_key: string; private_key: Buffer }

export async function findPushKeys(pool: Pool): Promise<StoredKeys | undefined> {
  const { rows } = await pool.query<StoredKeys>('select public_key, private_key from system.push_keys')
  return rows[0]
}

/** Does nothing if there are keys. */
export async function insertPushKeys(pool: Pool, publicKey: string, privateKey: Buffer) {
  await pool.query('insert into system.push_keys (public_key, private_key) values ($1, $2) on conflict do nothing', [
    publicKey,
    privateKey,
  ])
}

export async function replacePrivateKey(owner: Pool, privateKey: Buffer) {
  await owner.query('update system.push_keys set private_key = $1', [privateKey])
}
