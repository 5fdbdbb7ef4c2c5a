import { isReminderDue } from '@prenoto/core/bookings/reminder.ts'
import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import type { Pool } from '../../../database/connection.ts'
import { hashMessageId, messageIdHeader } from '../../../outbox/message-id.ts'
import { isAboutBooking } from '../../../outbox/messages.repository.ts'
import type { MailSettings } from '../../../settings/settings.ts'
import {
  findBookingsToTrace,
  listBookingsToTrace,
  listMessagesAbout,
  listMessagesTo,
  listNotifyJobs,
  listTextsAbout,
  MAX_TRACED,
  type NotifyJob,
  type TracedBooking,
  type TracedJob,
  type TracedMessage,
  type TracedText,
} from './mail-trace.repository.ts'

/** The fate of an e-mail, or the reason why there is none yet. */
export type TraceEntry = {
  /** Undefined before the e-mail is a message. */
  at?: Temporal.Instant
  domain: string
  /** 'booking 12', or another record of the message. */
  about: string
  kind: string
  message?: number
  state: 'sent' | 'dropped' | 'refused' | 'waiting' | 'failed' | 'not written'
  explanation: string
}

type TraceOptions = { mail: MailSettings; now: Temporal.Instant }

/** Traces the e-mails to an address or about a booking, the newest first. Undefined if neither is known. */
export async function traceMail(owner: Pool, of: string, options: TraceOptions): Promise<TraceEntry[] | undefined> {
  const isAddress = of.includes('@')
  const bookings = await (isAddress ? listBookingsToTrace(owner, of) : findBookingsToTrace(owner, of))
  const messages = await (isAddress ? listMessagesTo(owner, of, bookings) : listMessagesAbout(owner, bookings))
  if (bookings.length === 0 && messages.length === 0) return undefined
  const jobs = await listNotifyJobs(owner, bookings)
  const texts = await listTextsAbout(owner, bookings)
  return [
    ...jobs.map((job) => ofNotifyJob(job, bookings, options)),
    ...bookings.flatMap((booking) => withoutMessage(booking, { messages, texts, jobs, now: options.now })),
    ...messages.map((message) => ofMessage(message, options)),
    ...texts.map(ofText),
  ]
}

const TEXT_STATES: Record<TracedText['state'], [state: TraceEntry['state'], explanation: string]> = {
  waiting: ['waiting', 'waits for its job: see prenoto jobs list'],
  sending: ['waiting', 'is being sent'],
  unknown: ['sent', 'the answer was lost; a report, or the e-mail after an hour, follows'],
  accepted: ['sent', 'accepted by the service'],
  delivered: ['sent', 'delivered'],
  read: ['sent', 'read'],
  failed: ['failed', 'not sent; a reminder takes the next channel, then e-mail'],
  dropped: ['dropped', 'not sent'],
}

/** The state of a message by WhatsApp or SMS. */
function ofText({ domain, booking_id, kind, channel, id, created_at, changed_at, ...text }: TracedText): TraceEntry {
  const [state, explained] = TEXT_STATES[text.state]
  const explanation = `${formatMoment(changed_at)}: ${explained}${text.reason ? ` (${text.reason})` : ''}`
  return {
    at: created_at,
    domain,
    about: `booking ${booking_id}`,
    kind: `${kind} by ${channel}`,
    message: id,
    state,
    explanation,
  }
}

function ofMessage(message: TracedMessage, options: TraceOptions): TraceEntry {
  const { created_at: at, domain, kind, id, record_id } = message
  const about = `${isAboutBooking(kind) ? 'booking' : 'record'} ${record_id}`
  return { at, domain, about, kind, message: id, ...explainOutcome(message, options) }
}

const DROPPED: Record<string, string> = {
  gone: 'its booking, request or user no longer exists or no longer needs it',
  started: 'the visit had begun',
  rescheduled: 'the visit was rescheduled, so another reminder counts',
  superseded: 'a later message replaced it',
  unwanted: 'the staff chose not to notify the customer',
  restricted: "the processing of the customer's data is restricted",
  'no address': 'the recipient has no valid e-mail address',
}

function explainOutcome(message: TracedMessage, options: TraceOptions): Pick<TraceEntry, 'state' | 'explanation'> {
  const { sent_at, drop_reason, refused_at, refusal, job, tenant_id, deduplication_key } = message
  const { mail } = options
  if (sent_at) {
    const header = messageIdHeader(hashMessageId(tenant_id, deduplication_key), mail.from)
    const how = mail.smtpUrl
      ? 'accepted by the mail server; if it is not in the mailbox, search its log and the spam folder for'
      : 'written to a file in DATA_DIR/mail, since SMTP_URL is not set:'
    return { state: 'sent', explanation: `${formatMoment(sent_at)}: ${how} ${header}` }
  }
  if (drop_reason) return { state: 'dropped', explanation: `not sent: ${DROPPED[drop_reason] ?? drop_reason}` }
  if (refused_at)
    return {
      state: 'refused',
      explanation: `${formatMoment(refused_at)}: the mail server refused the address (${refusal}); correct it at the booking`,
    }
  if (!job) return { state: 'failed', explanation: 'not sent, and it has no job any more' }
  return { state: job.state === 'failed' ? 'failed' : 'waiting', explanation: describeProgress(job, options) }
}

/** Milliseconds after which a job without a worker is late. */
const LATE = 60_000

function describeProgress({ id, state, due, attempts, reason }: TracedJob, { now }: TraceOptions): string {
  const moment = Temporal.Instant.from(due)
  const isLate = now.epochMilliseconds - moment.epochMilliseconds > LATE
  const failure = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} failed: ${reason ?? 'the process ended'}`
  if (state === 'active') return 'is being sent'
  if (state === 'failed') return `${failure}. No attempt is left: prenoto jobs retry ${id}`
  if (state === 'retry') return `${failure}. Next attempt at ${formatMoment(moment)}`
  if (isLate)
    return `should have run at ${formatMoment(moment)}: check that a worker, or a server without JOBS=off, runs`
  return `runs at ${formatMoment(moment)}`
}

function ofNotifyJob(
  { tenant_id, booking_id, event, job }: NotifyJob,
  bookings: TracedBooking[],
  options: TraceOptions,
) {
  const booking = bookings.find((one) => one.tenant_id === tenant_id && one.id === booking_id)!
  const explanation = `the job that writes the e-mails: ${describeProgress(job, options)}`
  return {
    domain: booking.domain,
    about: `booking ${booking_id}`,
    kind: event,
    state: 'not written' as const,
    explanation,
  }
}

type Known = { messages: TracedMessage[]; texts: TracedText[]; jobs: NotifyJob[]; now: Temporal.Instant }

/** Why a booking has no e-mail, or no reminder. */
function withoutMessage(booking: TracedBooking, { messages, texts, jobs, now }: Known): TraceEntry[] {
  const { tenant_id, id, series_id, domain } = booking
  const entry = (kind: string, explanation: string): TraceEntry[] => [
    { domain, about: `booking ${id}`, kind, state: 'not written', explanation },
  ]
  if (isWithoutEmail(booking.email)) return entry('all', 'the customer has no e-mail address')
  const bookingMessages = messages.filter(
    (message) => message.tenant_id === tenant_id && (message.record_id === id || message.record_id === series_id),
  )
  // The messages of an older booking may be beyond the newest ones.
  if (bookingMessages.length === 0 && messages.length >= MAX_TRACED) return []
  if (bookingMessages.length === 0 && !jobs.some((job) => job.tenant_id === tenant_id && job.booking_id === id))
    return entry('all', 'no e-mail was written, or it was older than what is kept')
  const isPast = booking.is_cancelled || Temporal.Instant.compare(booking.starts_at, now) <= 0
  if (isPast || bookingMessages.some(({ kind }) => kind === 'reminder')) return []
  if (texts.some((text) => text.tenant_id === tenant_id && text.booking_id === id && text.kind === 'reminder'))
    return []
  return entry('reminder', explainReminder(booking, now))
}

function explainReminder(booking: TracedBooking, now: Temporal.Instant): string {
  const { days_before, time_zone, visit_day } = booking
  if (days_before === 0) return 'the business sends no reminders'
  const day = addDays(visit_day, -days_before)
  const reminderTerms = { daysBefore: days_before, timeZone: time_zone }
  if (isReminderDue(booking, { ...reminderTerms, now })) return 'is due and will be written within minutes'
  // Just before the visit, only a reminder that was never due is missing.
  const last = booking.starts_at.subtract({ milliseconds: 1 })
  if (!isReminderDue(booking, { ...reminderTerms, now: last }))
    return 'none: the visit was scheduled after the time of its reminder'
  return `will be written on ${day} at 09:00, local time`
}

const formatMoment = (moment: Temporal.Instant) => moment.toString({ smallestUnit: 'second' })
