import { PERSON_FIELDS } from '@prenoto/core/bookings/booking-history.ts'
import type { StaffBookingInput } from '@prenoto/core/bookings/booking-schema.ts'
import { isRestrictedPerson } from '@prenoto/core/customers/restricted-person.ts'
import { withKnownContacts } from '@prenoto/core/fields/hidden-contacts.ts'
import { replacePlaceholders } from '@prenoto/core/fields/without-email.ts'
import { VersionConflict } from '../../lib/errors.ts'
import { lacksRight, type StaffContext, transaction } from '../../tenants/context.ts'
import { correctCustomer } from './correct-customer.ts'
import { BookingNotFound, PersonRestricted } from './errors.ts'
import { insertHistories } from './repositories/booking-history.repository.ts'
import { findStaffBooking } from './repositories/bookings.repository.ts'
import { updateVisitors, type Visitor } from './repositories/bookings-write.repository.ts'
import { lockBookingsOfSameCustomer } from './repositories/customer-person.repository.ts'
import { type LockedBooking, lockBooking } from './repositories/locked-bookings.repository.ts'
import { deleteVisitorTokens } from './repositories/visitor-tokens.repository.ts'
import { applyReschedule, conflictPermissions, isRescheduled, requireNotPast, STAFF } from './reschedule.ts'

/**
 * Changes a booking of today or later; its own slot remains valid. Throws 404 for an unknown booking or service, 409
 * for a past day, a time that is not offered (unless overridden), or another change since `version`.
 */
export function changeBooking(ctx: StaffContext, id: number, typed: StaffBookingInput, version?: number) {
  return transaction(ctx, async (ctx) => {
    if (typed.corrects_customer) await lockBookingsOfSameCustomer(ctx, id)
    const booking = await lockBooking(ctx, id)
    if (!booking) throw new BookingNotFound()
    const changes = replacePlaceholders(withKnownContacts(typed, booking))
    await requireChangeable(ctx, booking, changes, version)

    if (isRescheduled(booking, changes))
      await applyReschedule(ctx, booking, changes, { ...STAFF, ...conflictPermissions(changes) })
    if (changes.corrects_customer) await correctBookedCustomer(ctx, [booking], changes)
    await changeVisitor(ctx, [booking], changes)
    await ctx.jobs.add(ctx, 'notify', {
      event: 'booking-changed',
      booking_id: id,
      concerns_customer:
        changes.notifies_customer !== false && (isRescheduled(booking, changes) || hasNewEmail(booking, changes)),
    })
  })
}

/** Throws 409 for a past day, another change since `version`, or a change of the data of a restricted customer. */
export async function requireChangeable(
  ctx: StaffContext,
  booking: LockedBooking,
  changes: StaffBookingInput,
  version: number | undefined,
) {
  if (version !== undefined && version !== booking.sequence)
    throw new VersionConflict(await findStaffBooking(ctx, booking.id))
  if (booking.is_restricted && !isRestrictedPerson(changes)) throw new PersonRestricted()
  requireNotPast(ctx, booking, changes)
}

/** Corrects the customer of bookings that are about to get the same data; a placeholder changes nothing. */
export async function correctBookedCustomer(ctx: StaffContext, bookings: LockedBooking[], visitor: Visitor) {
  if (isRestrictedPerson(visitor) || lacksRight(ctx, 'customers')) return
  const ids = bookings.map(({ id }) => id)
  await correctCustomer(ctx, bookings[0]!.customer_id, visitor, ids)
}

/** Whether the customer gets e-mails at another address from now on. */
export const hasNewEmail = (booking: LockedBooking, changes: StaffBookingInput) =>
  !isRestrictedPerson(changes) && changes.email !== booking.email

/** Sets the personal data of bookings and records the changed fields in their history; a placeholder changes nothing. */
export async function changeVisitor(ctx: StaffContext, bookings: LockedBooking[], visitor: Visitor) {
  if (isRestrictedPerson(visitor)) return
  const changedFields = (booking: LockedBooking) => PERSON_FIELDS.filter((field) => visitor[field] !== booking[field])
  const changed = bookings.filter((booking) => changedFields(booking).length > 0)
  if (changed.length === 0) return
  // The mailbox that the staff has replaced loses its links and remembered devices.
  const readdressed = changed.filter(({ email }) => email !== visitor.email)
  await deleteVisitorTokens(
    ctx,
    readdressed.map(({ customer_id }) => customer_id),
  )
  await updateVisitors(ctx, changed, visitor)
  await insertHistories(
    ctx,
    changed.map((booking) => ({ booking_id: booking.id, kind: 'person', fields: changedFields(booking) })),
  )
}
