import type { HealthVisit } from '@prenoto/core/health-notes/health-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { CiphertextUnreadable, type Encryption } from '../../lib/encryption.ts'
import { unreadable } from './errors.ts'

export type HealthSecret = 'note' | 'document' | 'document name'

/** The record that a ciphertext is bound to, so that it does not decrypt in another record. */
export const healthPurpose = ({ tenant }: { tenant: { id: number } }, kind: HealthSecret, id: number) =>
  `tenant ${tenant.id} health ${kind} ${id}`

/** Decrypts a note, a document or its name. Throws 500 for a damaged one or a missing key, 409 without any key. */
export function decrypt(encryption: Encryption, purpose: string, ciphertext: Buffer): Buffer {
  try {
    return encryption.decrypt(purpose, ciphertext)
  } catch (error) {
    throw error instanceof CiphertextUnreadable ? unreadable(error) : error
  }
}

type WithVisit = { visit_id: number | null; visit_day: PlainDate | null; service_name: string | null }

/** Replaces the columns of the visit by the visit. */
export function withVisit<R extends WithVisit>({ visit_id, visit_day, service_name, ...record }: R) {
  const visit: HealthVisit | null =
    visit_id === null ? null : { id: visit_id, visit_day: visit_day!, service_name: service_name! }
  return { ...record, visit }
}
