import type { HealthExport } from '@prenoto/core/health-notes/health-schema.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockForChange, mayReadHealthNotes } from './access.ts'
import { countHealthRecords, deleteHealthRecords } from './health-access.repository.ts'
import { listCustomerConsents } from './health-consents.repository.ts'
import { listCustomerDocuments } from './health-documents.repository.ts'
import { listCustomerNotes } from './health-notes.repository.ts'
import { decrypt, type HealthSecret, healthPurpose } from './sealed.ts'

/** The health data in the export of a customer; undefined if there are none or the user may not read them. */
export async function exportHealthData(
  ctx: StaffContext,
  encryption: Encryption,
  customerIds: number[],
): Promise<HealthExport | undefined> {
  if (!(await mayReadHealthNotes(ctx))) return undefined
  const consents = await listCustomerConsents(ctx, customerIds)
  const notes = await listCustomerNotes(ctx, customerIds)
  const documents = await listCustomerDocuments(ctx, customerIds)
  if (consents.length + notes.length + documents.length === 0) return undefined
  for (const { id } of documents) await recordAudit(ctx, { action: 'document.read', subject: { type: 'document', id } })
  const open = (kind: HealthSecret, id: number, ciphertext: Buffer) =>
    decrypt(encryption, healthPurpose(ctx, kind, id), ciphertext)
  return {
    consents,
    notes: notes.map(({ ciphertext, ...note }) => ({ ...note, text: open('note', note.id, ciphertext).toString() })),
    documents: documents.map(({ name, content, ...document }) => ({
      ...document,
      name: open('document name', document.id, name).toString(),
      content: open('document', document.id, content).toString('base64'),
    })),
  }
}

export const countHealthData = async (ctx: Context, customerIds: number[]) => ({
  health_notes: await countHealthRecords(ctx, 'health_notes', customerIds),
  health_documents: await countHealthRecords(ctx, 'health_documents', customerIds),
})

/** Deletes the notes, documents and consents of erased customers. Call within a transaction. */
export async function eraseHealthData(ctx: Context, customerIds: number[]) {
  for (const table of ['health_notes', 'health_documents', 'health_consents'] as const)
    await deleteHealthRecords(ctx, table, customerIds)
}

/** Deletes the notes and documents of one customer; their consents stay as evidence. Throws 404. */
export function removeHealthData(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const customerId = await lockForChange(ctx, id)
    const notes = await deleteHealthRecords(ctx, 'health_notes', [customerId])
    const documents = await deleteHealthRecords(ctx, 'health_documents', [customerId])
    if (notes + documents === 0) return
    await recordAudit(ctx, {
      action: 'notes.deleted',
      subject: { type: 'customer', id: customerId },
      before: { notes, documents },
    })
  })
}
