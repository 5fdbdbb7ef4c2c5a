import { createHash } from 'node:crypto'
import { email as emailSchema } from '@prenoto/core/fields/contact-fields.ts'
import { listTexts, type VisitText } from '@prenoto/core/services/visit-texts.ts'
import ical, { ICalAttendeeStatus, ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator'
import { withoutLink, withoutLinks } from '../../outbox/clean-text.ts'
import { buildVtimezone } from './vtimezone.ts'

export type Business = {
  name: string
  address: string
  /** Organizer of invitations; may be empty. */
  email: string
  time_zone: string
  /** Origin of the site, 'https://salone.it'. */
  origin: string
}

export type FeedBooking = {
  hidden_id: string
  name: string
  surname: string
  email: string
  telephone: string
  service_name: string
  /** '' if the service has only one calendar. */
  calendar_name: string
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  /** Increases with every change, so that calendars replace the entry (RFC 5545). */
  sequence: number
  /** Time of the last change. */
  touched_at: Temporal.Instant
}

/** A booking in its customer's file, with the texts of its services. */
export type FileBooking = FeedBooking & Record<VisitText, string>

/** REQUEST and CANCEL: attached to e-mails for the customer; PUBLISH: downloads. */
export type Method = keyof typeof ICalCalendarMethod & ('REQUEST' | 'CANCEL' | 'PUBLISH')

/** The customer's calendar file of one booking; a later file updates the same entry, CANCEL removes it. */
export const bookingFile = (business: Business, booking: FileBooking, method: Method): string =>
  calendarFile(method, [
    {
      ...customerEntry(business, booking, { isCancelled: method === 'CANCEL' }),
      attendees: method === 'PUBLISH' ? [] : listAttendees(booking),
    },
  ])

/** The customer's calendar file of several bookings. An invitation holds only one entry, so the method is PUBLISH. */
export const bookingsFile = (business: Business, bookings: FileBooking[], state: { isCancelled: boolean }): string =>
  calendarFile(
    'PUBLISH',
    bookings.map((booking) => customerEntry(business, booking, state)),
  )

function customerEntry(business: Business, booking: FileBooking, { isCancelled }: { isCancelled: boolean }): Entry {
  const link = `${business.origin}/bookings/${booking.hidden_id}`
  // Anyone with the link can download the file, so it has the first name only.
  const who = `Prenotazione di ${withoutLinks(booking.name)}`
  return {
    ...toEntry(business, booking),
    summary: plain(`${serviceTitle(booking)} presso ${business.name}`),
    location: plain(business.address),
    description: plain(
      isCancelled
        ? `${who}, disdetta.`
        : `${who}.\nPer vederla, spostarla o disdirla: ${link}${describeTexts(booking)}`,
    ),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(business.email && { organizer: { name: plain(business.name) || business.email, email: business.email } }),
  }
}

/** Without links, since the business may not be trusted. */
const describeTexts = (booking: FileBooking) =>
  listTexts(booking)
    .map(({ heading, text }) => `\n\n${heading}:\n${withoutLink(text)}`)
    .join('')

/** 'Taglio con Anna', or 'Taglio' if the service has only one calendar. */
export const serviceTitle = ({ service_name, calendar_name }: FeedBooking) =>
  calendar_name ? `${service_name} con ${calendar_name}` : service_name

/** The properties that the customer's entry and the staff's entry of a booking share. */
export const toEntry = (business: Business, booking: FeedBooking) => ({
  id: toUid(booking),
  sequence: booking.sequence,
  stamp: booking.touched_at,
  timezone: business.time_zone,
  start: booking.starts_at,
  x: durationProperty(booking),
})

/** Stable across reschedules and domains; hashed, so that it reveals neither the private link nor the number of bookings. */
const toUid = ({ hidden_id }: FeedBooking) =>
  `${createHash('sha256').update(`calendar entry ${hidden_id}`).digest('hex').slice(0, 32)}@prenoto`

/**
 * DURATION in place of DTEND, which is ambiguous in the hour that is repeated when daylight saving ends. Passed as a custom
 * attribute, since the library does not support it.
 */
const durationProperty = ({ starts_at, ends_at }: FeedBooking): [string, string][] => [
  ['DURATION', starts_at.until(ends_at, { largestUnit: 'hours' }).toString()],
]

type Entry = ICalEventData & { start: Temporal.Instant }
type Feed = { name: string; refreshSeconds: number }

/** `feed` adds a name and a refresh interval for calendar subscriptions. */
export function calendarFile(method: Method, entries: Entry[], feed?: Feed): string {
  const starts = entries.map(({ start }) => start).sort(Temporal.Instant.compare)
  const calendar = ical({
    prodId: { company: 'Prenoto', product: 'Prenoto', language: 'IT' },
    method: ICalCalendarMethod[method],
    scale: 'GREGORIAN',
    timezone: { name: null, generator: (timeZone) => buildVtimezone(timeZone, starts[0]!, starts.at(-1)!) },
    events: entries,
    // The library does not escape this value.
    ...(feed && { name: escapeText(plain(feed.name)), ttl: feed.refreshSeconds }),
  })
  return `${calendar}\r\n`
}

/** The customer, already accepted; none if the e-mail address is invalid. */
function listAttendees({ name, surname, email }: FileBooking) {
  if (!emailSchema.safeParse(email).success) return []
  return [{ name: plain(`${name} ${surname}`), email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }]
}

/** Removes control characters except line breaks, as iCalendar requires. */
export const plain = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)\p{Cc}/gu, ' ')

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
