import { join } from 'node:path'
import type { Logger } from 'pino'
import type { MessageKind } from './database/schema.ts'
import { emailRenderer } from './features/emails/email-renderer.ts'
import { administratorAppointed } from './features/emails/templates/administrator-appointed.ts'
import { afterVisit } from './features/emails/templates/after-visit.ts'
import { cancelledBooking, newBooking, rescheduledBooking } from './features/emails/templates/booking-to-business.ts'
import { businessEmailChanged } from './features/emails/templates/business-email.ts'
import { cancellation } from './features/emails/templates/cancellation.ts'
import { change } from './features/emails/templates/change.ts'
import { comeBack } from './features/emails/templates/come-back.ts'
import { confirmation } from './features/emails/templates/confirmation.ts'
import { contactRequest } from './features/emails/templates/contact-request.ts'
import { emailChanged, emailConfirmation } from './features/emails/templates/email-address.ts'
import { intruderLockedOut } from './features/emails/templates/intruder-locked-out.ts'
import { myBookings } from './features/emails/templates/my-bookings.ts'
import { newDevice } from './features/emails/templates/new-device.ts'
import { invitation, logInAttempts, passwordReset } from './features/emails/templates/password.ts'
import { proposal } from './features/emails/templates/proposal.ts'
import { reminder } from './features/emails/templates/reminder.ts'
import {
  recoveryCodeUsed,
  secondFactorAdded,
  secondFactorRemoved,
  secondFactorReset,
} from './features/emails/templates/second-factor.ts'
import { seriesCancellation, seriesChange, seriesConfirmation } from './features/emails/templates/series.ts'
import type { EmailTemplate } from './features/emails/templates/template.ts'
import { waitingJoined, waitingOffer } from './features/emails/templates/waiting-list.ts'
import { emailWriter } from './features/emails/write-email.ts'
import { publishEvents } from './features/notifications/notifications.repository.ts'
import { openMailer } from './outbox/mailer.ts'
import type { MailSender } from './outbox/send-message.ts'
import type { Settings } from './settings/settings.ts'

const TEMPLATES: Record<MessageKind, EmailTemplate> = {
  confirmation,
  change,
  cancellation,
  reminder,
  'new-booking': newBooking,
  'rescheduled-booking': rescheduledBooking,
  'cancelled-booking': cancelledBooking,
  'business-email-changed': businessEmailChanged,
  'contact-request': contactRequest,
  invitation,
  'password-reset': passwordReset,
  'email-changed': emailChanged,
  'email-confirmation': emailConfirmation,
  'log-in-attempts': logInAttempts,
  'new-device': newDevice,
  'waiting-joined': waitingJoined,
  'waiting-offer': waitingOffer,
  'series-confirmation': seriesConfirmation,
  'series-change': seriesChange,
  'series-cancellation': seriesCancellation,
  'second-factor-added': secondFactorAdded,
  'second-factor-removed': secondFactorRemoved,
  'second-factor-reset': secondFactorReset,
  'recovery-code-used': recoveryCodeUsed,
  'intruder-locked-out': intruderLockedOut,
  'my-bookings': myBookings,
  'administrator-appointed': administratorAppointed,
  'after-visit': afterVisit,
  proposal,
  'come-back': comeBack,
}

type EmailParts = { settings: Pick<Settings, 'mail' | 'port' | 'dataDir' | 'signUp'>; log: Logger; dev: boolean }

/** Where e-mails are written while no mail server is set. */
export const mailFolder = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'mail')

/** Sends e-mails by SMTP, or writes them to `mail` in the data folder. */
export const openMailSender = ({ settings, log, dev }: EmailParts): MailSender => ({
  mailer: openMailer(settings.mail, mailFolder(settings), log),
  write: emailWriter({
    templates: TEMPLATES,
    render: emailRenderer(dev),
    port: settings.port,
    providerDomain: settings.signUp?.domain ?? settings.mail.from.split('@')[1]!,
  }),
  // Open pages stop showing the address as refused.
  onRefusalResolved: (ctx, booking) => publishEvents(ctx, [{ booking, notifications: [] }]),
  log,
})
