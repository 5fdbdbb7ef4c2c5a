import { cutPage, type PageQuery } from '@prenoto/core/contract/pagination.ts'
import type { HealthNotePage } from '@prenoto/core/health-notes/health-notes.endpoints.ts'
import type { HealthNote, NewHealthNote } from '@prenoto/core/health-notes/health-schema.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { requireChanged } from '../../lib/errors.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockForAddition, lockForChange, requireConsent, requireReading } from './access.ts'
import { HealthNoteNotFound } from './errors.ts'
import { findNote, listNotes, updateNote } from './health-notes.repository.ts'
import {
  deleteHealthRecord,
  findHealthRecordOfKey,
  insertHealthRecord,
  newHealthRecordId,
} from './health-records.repository.ts'
import { decrypt, healthPurpose, withVisit } from './sealed.ts'

type StoredNote = NonNullable<Awaited<ReturnType<typeof findNote>>>

function toNote(ctx: StaffContext, encryption: Encryption, { ciphertext, ...note }: StoredNote): HealthNote {
  const text = decrypt(encryption, healthPurpose(ctx, 'note', note.id), ciphertext).toString()
  return { ...withVisit(note), text }
}

/** A page of a customer's notes, newest first. Throws 404, and 409 without the customer's consent. */
export async function readNotes(
  ctx: StaffContext,
  encryption: Encryption,
  { id, per_page, last_id: after }: PageQuery & { id: number },
): Promise<HealthNotePage> {
  const customerId = await requireReading(ctx, id)
  const { items, ...tail } = cutPage(await listNotes(ctx, customerId, { after, limit: per_page + 1 }), per_page)
  return { notes: items.map((note) => toNote(ctx, encryption, note)), ...tail }
}

type AddedNote = NewHealthNote & { id: number; key: string | undefined }

/** Adds a note once per idempotency key. Throws 404, 409 without the customer's consent, and 422 for the visit. */
export async function addNote(
  ctx: StaffContext,
  encryption: Encryption,
  { id, text, booking_id, key }: AddedNote,
): Promise<HealthNote> {
  const newId = await newHealthRecordId(ctx, 'health_notes')
  const ciphertext = encryption.encrypt(healthPurpose(ctx, 'note', newId), Buffer.from(text))
  const note = await transaction(ctx, async (ctx) => {
    const customerId = await lockForAddition(ctx, id, booking_id)
    const note = { id: newId, customer_id: customerId, booking_id, ciphertext, idempotency_key: key ?? null }
    const isNew = await insertHealthRecord(ctx, 'health_notes', note)
    if (isNew) await recordAudit(ctx, { action: 'notes.written', subject: { type: 'customer', id: customerId } })
    const noteId = isNew ? newId : await findHealthRecordOfKey(ctx, 'health_notes', customerId, key!)
    return noteId && (await findNote(ctx, customerId, noteId))
  })
  if (!note) throw new HealthNoteNotFound()
  return toNote(ctx, encryption, note)
}

type NoteOfCustomer = { id: number; noteId: number }

/** Throws 404, and 409 without the customer's consent or with the present note when it has another version. */
export async function changeNote(
  ctx: StaffContext,
  encryption: Encryption,
  { id, noteId, text, version }: NoteOfCustomer & { text: string; version: number | undefined },
): Promise<HealthNote> {
  const ciphertext = encryption.encrypt(healthPurpose(ctx, 'note', noteId), Buffer.from(text))
  const isChanged = await transaction(ctx, async (ctx) => {
    const customerId = await lockForChange(ctx, id)
    await requireConsent(ctx, customerId)
    const isChanged = await updateNote(ctx, { customerId, id: noteId, ciphertext, version })
    if (isChanged) await recordAudit(ctx, { action: 'notes.written', subject: { type: 'customer', id: customerId } })
    return isChanged
  })
  const find = async () => {
    const note = await findNote(ctx, await requireReading(ctx, id), noteId)
    return note && toNote(ctx, encryption, note)
  }
  return requireChanged(isChanged ? await find() : undefined, find, HealthNoteNotFound)
}

/** Throws 404. */
export function removeNote(ctx: StaffContext, { id, noteId }: NoteOfCustomer) {
  return transaction(ctx, async (ctx) => {
    const customerId = await lockForChange(ctx, id)
    if (!(await deleteHealthRecord(ctx, 'health_notes', { customerId, id: noteId }))) throw new HealthNoteNotFound()
    await recordAudit(ctx, { action: 'notes.deleted', subject: { type: 'customer', id: customerId } })
  })
}
