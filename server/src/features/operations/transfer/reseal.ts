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
    try {
      const plaintext = encryption.decrypt(purpose(tenantId), toBytes(row[column] as string))
      unsealed[column] = replace(plaintext, purpose)
    } catch (error) {
      if (error instanceof SecretKeyMissing || error instanceof CiphertextUnreadable) throw unreadable(table, row[id])
      throw error
    }
  }
  return unsealed
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
