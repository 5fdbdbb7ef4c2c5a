import { availabilityErrors } from './features/availability/errors.ts'
import { bookingErrors } from './features/bookings/errors.ts'
import { calendarFileErrors } from './features/calendar-files/errors.ts'
import { calendarErrors } from './features/calendars/errors.ts'
import { changedHoursErrors } from './features/changed-hours/errors.ts'
import { configurationErrors } from './features/configuration/errors.ts'
import { contactErrors } from './features/contact/errors.ts'
import { customerErrors } from './features/customers/errors.ts'
import { dayOffErrors } from './features/days-off/errors.ts'
import { domainErrors } from './features/domains/errors.ts'
import { healthNoteErrors } from './features/health-notes/errors.ts'
import { importErrors } from './features/imports/errors.ts'
import { notificationErrors } from './features/notifications/errors.ts'
import { privacyErrors } from './features/privacy/errors.ts'
import { secondFactorErrors } from './features/second-factor/errors.ts'
import { serviceErrors } from './features/services/errors.ts'
import { sessionErrors } from './features/session/errors.ts'
import { signUpErrors } from './features/sign-up/errors.ts'
import { specialOpeningErrors } from './features/special-openings/errors.ts'
import { textMessageErrors } from './features/text-messages/errors.ts'
import { undoErrors } from './features/undo/errors.ts'
import { uploadErrors } from './features/uploads/errors.ts'
import { userErrors } from './features/users/errors.ts'
import { waitingListErrors } from './features/waiting-list/errors.ts'
import { SecretKeyMissing } from './lib/encryption.ts'
import { type ErrorTexts, errorText, ProofOfWorkRequired, VersionConflict } from './lib/errors.ts'
import { plainNameErrors } from './tenants/plain-names.ts'

/** The Italian texts of all domain errors. */
export const errorTexts: ErrorTexts = new Map([
  errorText(VersionConflict, 'Nel frattempo qualcun altro ha modificato questi dati.'),
  errorText(
    SecretKeyMissing,
    'Su questa installazione manca la chiave che protegge i dati riservati: chi la gestisce deve impostare SECRET_KEYS.',
  ),
  errorText(
    ProofOfWorkRequired,
    'Non siamo riusciti a controllare che la richiesta sia sicura: riprova, oppure contattaci.',
  ),
  ...availabilityErrors,
  ...bookingErrors,
  ...calendarFileErrors,
  ...calendarErrors,
  ...configurationErrors,
  ...contactErrors,
  ...customerErrors,
  ...dayOffErrors,
  ...domainErrors,
  ...healthNoteErrors,
  ...importErrors,
  ...notificationErrors,
  ...plainNameErrors,
  ...privacyErrors,
  ...secondFactorErrors,
  ...serviceErrors,
  ...sessionErrors,
  ...signUpErrors,
  ...specialOpeningErrors,
  ...changedHoursErrors,
  ...textMessageErrors,
  ...undoErrors,
  ...uploadErrors,
  ...userErrors,
  ...waitingListErrors,
])
