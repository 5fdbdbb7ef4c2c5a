import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { conflict } from './errors.ts'

/** The installation has no secret key: SECRET_KEYS is not set although the database is external. */
export const SecretKeyMissing = conflict(
  'Su questa installazione manca la chiave che protegge i dati riservati: chi la gestisce deve impostare SECRET_KEYS.',
)

/** No key decrypts the ciphertext: its key is missing, it belongs to another record, or it is damaged. */
export class CiphertextUnreadable extends Error {}

const ALGORITHM = 'aes-256-gcm'
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES

/** The key id and nonce at the beginning of a ciphertext; no two ciphertexts have the same. */
export const STAMP_BYTES = KEY_ID_BYTES + NONCE_BYTES

/** The beginning of a key's hash, with which each of its ciphertexts begins. */
export const keyId = (key: Buffer) => createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)

export type Encryption = ReturnType<typeof encryptionWith>

/**
 * Encrypts with the first key and decrypts with any of them, newest first. A ciphertext is key id, nonce, tag and AES-256-GCM
 * output. `purpose` names the record, so that a ciphertext copied to another record does not decrypt.
 */
export function encryptionWith(keys: Buffer[]) {
  const keysById = new Map(keys.map((key) => [keyId(key).toString('hex'), key]))

  return {
    hasKey: keys.length > 0,

    /** Throws 409 without a key. */
    encrypt(purpose: string, plaintext: Buffer): Buffer {
      const key = keys[0]
      if (!key) throw new SecretKeyMissing()
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(purpose))
      const content = Buffer.concat([cipher.update(plaintext), cipher.final()])
      return Buffer.concat([keyId(key), nonce, cipher.getAuthTag(), content])
    },

    /** Throws 409 without a key, and CiphertextUnreadable for an unknown key, another purpose or a changed ciphertext. */
    decrypt(purpose: string, ciphertext: Buffer): Buffer {
      if (keys.length === 0) throw new SecretKeyMissing()
      const id = ciphertext.subarray(0, KEY_ID_BYTES).toString('hex')
      const key = keysById.get(id)
      if (!key) throw new CiphertextUnreadable(`SECRET_KEYS lacks the key ${id}, which a stored secret needs`)
      const nonce = ciphertext.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES)
      const tag = ciphertext.subarray(KEY_ID_BYTES + NONCE_BYTES, HEAD_BYTES)
      try {
        // Throws for a nonce or tag that is cut.
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(tag)
        return Buffer.concat([decipher.update(ciphertext.subarray(HEAD_BYTES)), decipher.final()])
      } catch (cause) {
        throw new CiphertextUnreadable(`the ciphertext of '${purpose}' is damaged or belongs to another record`, {
          cause,
        })
      }
    },

    /** Whether a ciphertext was made with an older key and should be encrypted again. */
    isOutdated: (ciphertext: Buffer) =>
      keys.length > 0 && !keyId(keys[0]!).equals(ciphertext.subarray(0, KEY_ID_BYTES)),

    /** The first bytes of every ciphertext of the newest key. Throws 409 without a key. */
    currentKeyId(): Buffer {
      if (!keys[0]) throw new SecretKeyMissing()
      return keyId(keys[0])
    },
  }
}
