import webPush from 'web-push'
import type { Pool } from '../../../database/connection.ts'
import { CiphertextUnreadable, type Encryption } from '../../../lib/encryption.ts'
import { findPushKeys, insertPushKeys, replacePrivateKey } from './push-keys.repository.ts'

/** VAPID keys in base64url; push services recognise the installation by them. */
export type PushKeys = { publicKey: string; privateKey: string }

/** The record that the encrypted private key is bound to. */
const PUSH_KEY_PURPOSE = 'push key'

/** Undefined if the installation can store no keys, because SECRET_KEYS is not set. */
export type ReadPushKeys = () => Promise<PushKeys | undefined>

type PushKeysOptions = { configuredKeys?: PushKeys; encryption: Encryption; pool: Pool }

/** Reads the keys of the settings or, without them, those in the database, which the first process generates. */
export function pushKeysReader({ configuredKeys, encryption, pool }: PushKeysOptions): ReadPushKeys {
  let pushKeys = configuredKeys

  async function generate() {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    const encrypted = encryption.encrypt(PUSH_KEY_PURPOSE, Buffer.from(privateKey, 'base64url'))
    // Another process may have been faster; all of them read the same row.
    await insertPushKeys(pool, publicKey, encrypted)
    return findPushKeys(pool)
  }

  return async () => {
    if (pushKeys || !encryption.hasKey) return pushKeys
    const stored = (await findPushKeys(pool)) ?? (await generate())
    const privateKey = encryption.decrypt(PUSH_KEY_PURPOSE, stored!.private_key).toString('base64url')
    pushKeys = { publicKey: stored!.public_key, privateKey }
    return pushKeys
  }
}

/** Encrypts the private key with the newest secret key. Returns the counts as `reencryptSecrets` does. */
export async function reencryptPushKey(owner: Pool, encryption: Encryption) {
  const stored = await findPushKeys(owner)
  const count = { renewed: 0, unreadable: 0 }
  if (!stored || !encryption.isOutdated(stored.private_key)) return count
  try {
    const privateKey = encryption.decrypt(PUSH_KEY_PURPOSE, stored.private_key)
    await replacePrivateKey(owner, encryption.encrypt(PUSH_KEY_PURPOSE, privateKey))
    return { ...count, renewed: 1 }
  } catch (error) {
    if (error instanceof CiphertextUnreadable) return { ...count, unreadable: 1 }
    throw error
  }
}
