import { STILL_UNDOABLE, upcomingBookings } from '@prenoto/core/bookings/booking-schema.ts'
import { Conflict, type ErrorTexts, errorText, InvalidField, NotFound } from '../../lib/errors.ts'

export class CustomerNotFound extends NotFound {}
export class CustomerHasBookings extends Conflict<{ bookings: number }> {}

/** A cancellation of the customer's bookings can still be undone. */
export class CancellationUndoable extends Conflict {}

/** The customer has had a booking or made a request within the retention. */
export class CustomerIsActive extends Conflict {}
export class CustomerRestricted extends Conflict {}
export class RestrictionWithoutReason extends InvalidField {}
/** A user who does not see contacts has sent placeholders for a new customer. */
export class ContactsMissing extends InvalidField {}
export class MergeWithSelf extends InvalidField {}

export const customerErrors: ErrorTexts = new Map([
  errorText(CustomerNotFound, 'Il cliente richiesto non esiste.'),
  errorText(
    CustomerHasBookings,
    ({ data }) => `Il cliente ha ancora ${upcomingBookings(data.bookings)}: non può essere cancellato.`,
  ),
  errorText(CancellationUndoable, STILL_UNDOABLE),
  errorText(CustomerRestricted, 'Il trattamento dei dati di questo cliente è limitato: togli prima la limitazione.'),
  errorText(RestrictionWithoutReason, 'Obbligatorio'),
  errorText(CustomerIsActive, 'Il cliente è tornato nel frattempo.'),
  errorText(ContactsMissing, 'Obbligatorio'),
  errorText(MergeWithSelf, 'Un cliente non si può unire con sé stesso.'),
])
