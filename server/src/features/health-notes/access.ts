import { includesRole, type Role } from '@prenoto/core/contract/role.ts'
import type { HealthNotesAccess } from '@prenoto/core/health-notes/health-schema.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { hasRecentEntry, lockRecentEntries } from '../audit/audit.repository.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { HealthConsentMissing, HealthDataNotFound, HealthNotesNotOffered, VisitWithoutHealthNotes } from './errors.ts'
import {
  findCustomerId,
  findHealthNotesRole,
  hasServiceWithNotes,
  isVisitWithNotes,
  lockCustomer,
  updateHealthNotesRole,
} from './health-access.repository.ts'
import { findLatestConsent } from './health-consents.repository.ts'

/** A user's readings of the same notes within this time count as one. */
const SAME_READING_MINUTES = 15

/** Whether the user's role is one of those that the business chose. */
export const mayReadHealthNotes = async (ctx: StaffContext) =>
  includesRole(ctx.user.role, await findHealthNotesRole(ctx))

/** The id of the customer, also for a merged duplicate. Throws 404 for a user who may not read health notes. */
export async function requireAccess(ctx: StaffContext, id: number): Promise<number> {
  const customerId = await findCustomerId(ctx, id)
  if (customerId === undefined || !(await mayReadHealthNotes(ctx))) throw new HealthDataNotFound()
  return customerId
}

/** Throws 409 without a consent that is in force. */
export async function requireConsent(ctx: StaffContext, customerId: number) {
  const consent = await findLatestConsent(ctx, customerId)
  if (!consent || consent.withdrawn_at) throw new HealthConsentMissing()
}

/** `requireAccess` for a change: also locks the customer until the transaction ends. */
export async function lockForChange(ctx: StaffContext, id: number): Promise<number> {
  const customerId = await requireAccess(ctx, id)
  if (!(await lockCustomer(ctx, customerId))) throw new HealthDataNotFound()
  return customerId
}

/** Checks that a note or document may be added. Throws 404, 409 and, for the visit, 422. */
export async function lockForAddition(ctx: StaffContext, id: number, bookingId: number | null): Promise<number> {
  const customerId = await lockForChange(ctx, id)
  await requireConsent(ctx, customerId)
  if (!(await hasServiceWithNotes(ctx))) throw new HealthNotesNotOffered()
  if (bookingId !== null && !(await isVisitWithNotes(ctx, customerId, bookingId)))
    throw new VisitWithoutHealthNotes('booking_id')
  return customerId
}

/** Checks that the notes may be read, and records it. Throws 404 and 409. */
export async function requireReading(ctx: StaffContext, id: number): Promise<number> {
  const customerId = await requireAccess(ctx, id)
  await requireConsent(ctx, customerId)
  await recordReading(ctx, customerId)
  return customerId
}

/** Records that the user has read a customer's notes, once in `SAME_READING_MINUTES`. */
function recordReading(ctx: StaffContext, customerId: number) {
  return transaction(ctx, async (ctx) => {
    const subject = { type: 'customer' as const, id: customerId }
    await lockRecentEntries(ctx)
    const since = ctx.now.subtract({ minutes: SAME_READING_MINUTES })
    if (await hasRecentEntry(ctx, { action: 'notes.read', subject, since })) return
    await recordAudit(ctx, { action: 'notes.read', subject })
  })
}

export const readAccess = async (ctx: StaffContext): Promise<HealthNotesAccess> => ({
  role: await findHealthNotesRole(ctx),
  is_offered: await hasServiceWithNotes(ctx),
})

/** Changes who may read health notes, and records it. */
export async function changeAccess(ctx: StaffContext, role: Role): Promise<HealthNotesAccess> {
  await transaction(ctx, async (ctx) => {
    const before = await findHealthNotesRole(ctx)
    if (before === role) return
    await updateHealthNotesRole(ctx, role)
    await recordAudit(ctx, {
      action: 'rights.updated',
      before: { health_notes_role: before },
      after: { health_notes_role: role },
    })
  })
  return readAccess(ctx)
}
