import { totpPurpose } from '../../accounts/second-factor/totp.ts'
import { feedPurpose } from '../../busy-feeds/feed-address.ts'
import { type HealthSecret, healthPurpose } from '../../health-notes/sealed.ts'
import { webhookPurpose } from '../../webhooks/webhook-purpose.ts'

type OfTenant = { tenant: { id: number } }

/** A column with ciphertexts, and the column that identifies a row. */
export type SealedColumn = {
  table: 'health_notes' | 'health_documents' | 'totp_factors' | 'busy_feeds' | 'webhooks'
  id: 'id' | 'user_id'
  column: 'ciphertext' | 'name' | 'content' | 'secret' | 'address'
  /** How many of them are read at once. */
  batch: number
  /** The record that a ciphertext is bound to. */
  toPurpose: (ctx: OfTenant, id: number) => string
}

const health = (kind: HealthSecret) => (ctx: OfTenant, id: number) => healthPurpose(ctx, kind, id)

/** All columns with ciphertexts. Documents have up to 5 MB, so that each is read alone. */
export const SEALED_COLUMNS: SealedColumn[] = [
  { table: 'totp_factors', id: 'user_id', column: 'secret', batch: 100, toPurpose: totpPurpose },
  { table: 'busy_feeds', id: 'id', column: 'address', batch: 100, toPurpose: feedPurpose },
  { table: 'webhooks', id: 'id', column: 'secret', batch: 100, toPurpose: webhookPurpose },
  { table: 'health_notes', id: 'id', column: 'ciphertext', batch: 100, toPurpose: health('note') },
  { table: 'health_documents', id: 'id', column: 'name', batch: 100, toPurpose: health('document name') },
  { table: 'health_documents', id: 'id', column: 'content', batch: 1, toPurpose: health('document') },
]
