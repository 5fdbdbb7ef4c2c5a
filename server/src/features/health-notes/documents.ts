import { type HealthDocument, MAX_DOCUMENT_BYTES } from '@prenoto/core/health-notes/health-schema.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import type { ReceivedDocument } from '../uploads/receive-images.ts'
import { requireSpace } from '../uploads/store-images.ts'
import { lockForAddition, lockForChange, requireAccess, requireConsent, requireReading } from './access.ts'
import { HealthDocumentNotFound, TooManyDocuments } from './errors.ts'
import {
  deleteDocument,
  findDocument,
  findDocumentContent,
  insertDocument,
  listDocuments,
  newDocumentId,
  sumDocumentBytes,
} from './health-documents.repository.ts'
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
  const content = decrypt(encryption, healthPurpose(ctx, 'document', documentId), document.content)
  return { type: document.content_type, content }
}

/** Checks before the file is read that it may be added. Throws as `addDocument`. */
export const requireAddition = (ctx: StaffContext, id: number, bookingId: number | null) =>
  transaction(ctx, (ctx) => lockForAddition(ctx, id, bookingId))

type Parts = { encryption: Encryption; uploads: Uploads }
type NewDocument = ReceivedDocument & { id: number; bookingId: number | null; field: string }

/** Throws 404, 409 without the customer's consent, and 422 for the visit or a lack of space. */
export async function addDocument(
  ctx: StaffContext,
  { encryption, uploads }: Parts,
  { id, bookingId, field, name, contentType, content }: NewDocument,
): Promise<HealthDocument> {
  const documentId = await newDocumentId(ctx)
  const sealed = {
    name: encryption.encrypt(healthPurpose(ctx, 'document name', documentId), Buffer.from(name)),
    content: encryption.encrypt(healthPurpose(ctx, 'document', documentId), content),
  }
  const document = await transaction(ctx, async (ctx) => {
    const customerId = await lockForAddition(ctx, id, bookingId)
    await insertDocument(ctx, {
      id: documentId,
      customer_id: customerId,
      booking_id: bookingId,
      content_type: contentType,
      bytes: content.length,
      ...sealed,
    })
    if ((await sumDocumentBytes(ctx, customerId)) > MAX_DOCUMENT_BYTES) throw new TooManyDocuments(field)
    await requireSpace(ctx, uploads, field)
    await recordAudit(ctx, {
      action: 'document.added',
      subject: { type: 'document', id: documentId },
      after: { customer_id: customerId },
    })
    return (await findDocument(ctx, customerId, documentId))!
  })
  return toDocument(ctx, encryption, document)
}

/** Throws 404. */
export function removeDocument(ctx: StaffContext, { id, documentId }: DocumentOfCustomer) {
  return transaction(ctx, async (ctx) => {
    const customerId = await lockForChange(ctx, id)
    if (!(await deleteDocument(ctx, customerId, documentId))) throw new HealthDocumentNotFound()
    await recordAudit(ctx, {
      action: 'document.deleted',
      subject: { type: 'document', id: documentId },
      after: { customer_id: customerId },
    })
  })
}
