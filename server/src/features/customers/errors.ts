import { STILL_UNDOABLE, upcomingBookings } from '@prenoto/core/bookings/booking-schema.ts'
import { conflict, invalidField, notFound } from '../../lib/errors.ts'

export const CustomerNotFound = notFound('Il cliente richiesto non esiste.')
export const CustomerHasBookings = conflict<{ bookings: number }>(
  (data) => `Il cliente ha ancora ${upcomingBookings(data.bookings)}: non può essere cancellato.`,
)

/** A cancellation of the customer's bookings can still be undone. */
export const CancellationUndoable = conflict(STILL_UNDOABLE)

/** The customer has had a booking or made a request within the retention. */
export const CustomerIsActive = conflict('Il cliente è tornato nel frattempo.')
export const CustomerRestricted = conflict(
  'Il trattamento dei dati di questo cliente è limitato: togli prima la limitazione.',
)
export const RestrictionWithoutReason = invalidField('Obbligatorio')
/** A user who does not see contacts has sent placeholders for a new customer. */
export const ContactsMissing = invalidField('Obbligatorio')
export const MergeWithSelf = invalidField('Un cliente non si può unire con sé stesso.')
