import { type HealthDocument, MAX_DOCUMENT_BYTES } from '@prenoto/core/health-notes/health-schema.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import type { ReceivedDocument } from '../uploads/receive-images.ts'
import { requireSpace } from '../uploads/store-images.ts'
import { lockForAddition, lockForChange, requireAccess, requireConsent, requireReading } from './access.ts'
import { HealthDocumentNotFound, TooManyDocuments } from './errors.ts'
import { findDocument, findDocumentContent, listDocuments, sumDocumentBytes } from './health-documents.repository.ts'
import {
  deleteHealthRecord,
  findHealthRecordOfKey,
  insertHealthRecord,
  newHealthRecordId,
} from './health-records.repository.ts'
import { decrypt, healthPurpose, withVisit } from './sealed.ts'

type StoredDocument = NonNullable<Awaited<ReturnType<typeof findDocument>>>

function toDocument(ctx: StaffContext, encryption: Encryption, { name, ...document }: StoredDocument): HealthDocument {
  const plainName = decrypt(encryption, healthPurpose(ctx, 'document name', document.id), name).toString()
  return { ...withVisit(document), name: plainName }
}

/** A customer's documents without their contents, newest first. Throws 404, and 409 without the customer's consent. */
export async function readDocuments(ctx: StaffContext, encryption: Encryption, id: number) {
  const documents = await listDocuments(ctx, await requireReading(ctx, id))
  return { documents: documents.map((document) => toDocument(ctx, encryption, document)) }
}

type DocumentOfCustomer = { id: number; documentId: number }

/** The content of a document; each reading is recorded. Throws 404, and 409 without the customer's consent. */
export async function readDocument(ctx: StaffContext, encryption: Encryption, { id, documentId }: DocumentOfCustomer) {
  const customerId = await requireAccess(ctx, id)
  await requireConsent(ctx, customerId)
  const document = await findDocumentContent(ctx, customerId, documentId)
  if (!document) throw new HealthDocumentNotFound()
  await recordAudit(ctx, {
    action: 'document.read',
    subject: { type: 'document', id: documentId },
    after: { customer_id: customerId },
  })
  const opened = (part: 'document' | 'document name', sealed: Buffer) =>
    decrypt(encryption, healthPurpose(ctx, part, documentId), sealed)
  const { content_type: type } = document
  const name = withExtension(opened('document name', document.name).toString(), type)
  return { type, name, content: opened('document', document.content) }
}

/** Checks before the file is read that it may be added. Throws as `addDocument`. */
export const requireAddition = (ctx: StaffContext, id: number, bookingId: number | null) =>
  transaction(ctx, (ctx) => lockForAddition(ctx, id, bookingId))

/** The name of a download ends like its type, whatever the upload was called. */
const withExtension = (name: string, type: StoredDocument['content_type']) => {
  const extension = type === 'application/pdf' ? '.pdf' : '.webp'
  return name.toLowerCase().endsWith(extension) ? name : `${name.replace(/\.\w{1,5}$/, '')}${extension}`
}

type DocumentParts = { encryption: Encryption; uploads: Uploads }
type NewDocument = ReceivedDocument & {
  id: number
  bookingId: number | null
  field: string
  key: string | undefined
}

/** Adds a document once per idempotency key. Throws 404, 409 without the customer's consent, and 422 for the visit or a lack of space. */
export async function addDocument(
  ctx: StaffContext,
  { encryption, uploads }: DocumentParts,
  { id, bookingId, field, key, name, contentType, content }: NewDocument,
): Promise<HealthDocument> {
  const documentId = await newHealthRecordId(ctx, 'health_documents')
  const sealed = {
    name: encryption.encrypt(healthPurpose(ctx, 'document name', documentId), Buffer.from(name)),
    content: encryption.encrypt(healthPurpose(ctx, 'document', documentId), content),
  }
  const document = await transaction(ctx, async (ctx) => {
    const customerId = await lockForAddition(ctx, id, bookingId)
    const isNew = await insertHealthRecord(ctx, 'health_documents', {
      id: documentId,
      customer_id: customerId,
      booking_id: bookingId,
      content_type: contentType,
      bytes: content.length,
      idempotency_key: key ?? null,
      ...sealed,
    })
    if (!isNew) {
      const earlier = await findHealthRecordOfKey(ctx, 'health_documents', customerId, key!)
      return earlier && findDocument(ctx, customerId, earlier)
    }
    if ((await sumDocumentBytes(ctx, customerId)) > MAX_DOCUMENT_BYTES) throw new TooManyDocuments(field)
    await requireSpace(ctx, uploads, field)
    await recordAudit(ctx, {
      action: 'document.added',
      subject: { type: 'document', id: documentId },
      after: { customer_id: customerId },
    })
    return findDocument(ctx, customerId, documentId)
  })
  // The key belongs to a document of another customer.
  if (!document) throw new HealthDocumentNotFound()
  return toDocument(ctx, encryption, document)
}

/** Throws 404. */
export function removeDocument(ctx: StaffContext, { id, documentId }: DocumentOfCustomer) {
  return transaction(ctx, async (ctx) => {
    const customerId = await lockForChange(ctx, id)
    if (!(await deleteHealthRecord(ctx, 'health_documents', { customerId, id: documentId })))
      throw new HealthDocumentNotFound()
    await recordAudit(ctx, {
      action: 'document.deleted',
      subject: { type: 'document', id: documentId },
      after: { customer_id: customerId },
    })
  })
}
