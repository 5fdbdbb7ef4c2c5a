import { setImmediate } from 'node:timers/promises'
import { StartupError } from '@prenoto/core/startup-error.ts'
import { CiphertextUnreadable, type Encryption, SecretKeyMissing } from '../../../lib/encryption.ts'
import { SEALED_COLUMNS } from '../secrets/sealed-columns.ts'

const toBytes = (text: string) => Buffer.from(text.replace(/^\\x/, ''), 'hex')
const toText = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

/** Max rows of a table that are read at once. */
export const batchSize = (table: string) =>
  Math.min(500, ...SEALED_COLUMNS.filter((sealed) => sealed.table === table).map(({ batch }) => batch))

export const isSealed = (table: string) => SEALED_COLUMNS.some((sealed) => sealed.table === table)

/** A row of a table as PostgreSQL writes it in JSON. */
export type JsonRow = Record<string, unknown>

type Key = { encryption: Encryption; tenantId: number }

/** Replaces the ciphertexts of a row, which are text as PostgreSQL writes it. Throws a StartupError for an unreadable one. */
export function unsealRow(
  table: string,
  row: JsonRow,
  { encryption, tenantId }: Key,
  replace: (plaintext: Buffer, toPurpose: (tenantId: number) => string) => unknown,
) {
  const unsealed = { ...row }
  for (const { column, id, toPurpose } of SEALED_COLUMNS.filter((sealed) => sealed.table === table)) {
    const purpose = (tenantId: number) => toPurpose({ tenant: { id: tenantId } }, row[id] as number)
    const decrypt = () => encryption.decrypt(purpose(tenantId), toBytes(row[column] as string))
    unsealed[column] = replace(explainUnreadable({ table, id: row[id] }, decrypt), purpose)
  }
  return unsealed
}

/**
 * The JSON of a row with its ciphertexts encrypted with another key. Changes the text, in turns, since reading and writing
 * megabytes of JSON takes longer than encrypting them. Throws a StartupError for an unreadable one.
 */
export async function resealJson(table: string, json: string, { from, to }: { from: Key; to: Key }): Promise<string> {
  let resealed = json
  for (const { column, id, toPurpose } of SEALED_COLUMNS.filter((sealed) => sealed.table === table)) {
    // PostgreSQL escapes quotes in values, so these are the row's own.
    const [, rowId] = new RegExp(`"${id}":(\\d+)`).exec(json)!
    const start = `"${column}":"\\\\x`
    const begin = resealed.indexOf(start) + start.length
    const end = resealed.indexOf('"', begin)
    const ciphertext = Buffer.from(resealed.slice(begin, end), 'hex')
    await setImmediate()
    const purpose = (tenantId: number) => toPurpose({ tenant: { id: tenantId } }, Number(rowId))
    const plaintext = explainUnreadable({ table, id: rowId }, () =>
      from.encryption.decrypt(purpose(from.tenantId), ciphertext),
    )
    await setImmediate()
    const encrypted = to.encryption.encrypt(purpose(to.tenantId), plaintext)
    await setImmediate()
    resealed = resealed.slice(0, begin) + encrypted.toString('hex') + resealed.slice(end)
    await setImmediate()
  }
  return resealed
}

function explainUnreadable<T>({ table, id }: { table: string; id: unknown }, decrypt: () => T): T {
  try {
    return decrypt()
  } catch (error) {
    if (error instanceof SecretKeyMissing || error instanceof CiphertextUnreadable) throw unreadable(table, id)
    throw error
  }
}

/** Encrypts the ciphertexts of a row with another key or for another tenant. */
export const resealRow = (table: string, row: JsonRow, { from, to }: { from: Key; to: Key }): JsonRow =>
  unsealRow(table, row, from, (plaintext, toPurpose) =>
    toText(to.encryption.encrypt(toPurpose(to.tenantId), plaintext)),
  )

const unreadable = (table: string, id: unknown) =>
  new StartupError(
    `SECRET_KEYS does not decrypt the row ${id} of ${table.replaceAll('_', ' ')}. ` +
      'Between two installations set TRANSFER_KEY to the same key for the export and the import.',
  )
