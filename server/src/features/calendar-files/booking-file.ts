import { createHash } from 'node:crypto'
import { email as emailSchema } from '@prenoto/core/fields/contact-fields.ts'
import ical, { ICalAttendeeStatus, ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator'
import { unlinked } from '../../outbox/clean-text.ts'
import { vtimezoneOf } from './vtimezone.ts'

/** Whose bookings these are. */
export type Business = {
  name: string
  address: string
  /** Where answers to an invitation would go; empty for a business that told none. */
  email: string
  time_zone: string
  /** Of its site: 'https://salone.it'. */
  origin: string
}

/** What a calendar shows of a booking. */
export type FileBooking = {
  hidden_id: string
  name: string
  surname: string
  email: string
  telephone: string
  service_name: string
  /** With whom; '' where there is no choice. */
  calendar_name: string
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  /** Grows with every change: what has a higher one replaces what a calendar holds. */
  sequence: number
  /** When it last changed. */
  touched_at: Temporal.Instant
}

/** REQUEST and CANCEL are what e-mails carry to the customer; PUBLISH is what is downloaded. */
export type Method = keyof typeof ICalCalendarMethod & ('REQUEST' | 'CANCEL' | 'PUBLISH')

/** The customer's calendar file of one booking; that of a later state updates the same entry, CANCEL removes it. */
export const bookingFile = (business: Business, booking: FileBooking, method: Method): string =>
  calendarFile(method, [
    {
      ...customerEntry(business, booking, { isCancelled: method === 'CANCEL' }),
      attendees: method === 'PUBLISH' ? [] : attendeesOf(booking),
    },
  ])

/** The customer's calendar file of several bookings. An invitation is to one alone, so these are published. */
export const bookingsFile = (business: Business, bookings: FileBooking[], state: { isCancelled: boolean }): string =>
  calendarFile(
    'PUBLISH',
    bookings.map((booking) => customerEntry(business, booking, state)),
  )

function customerEntry(business: Business, booking: FileBooking, { isCancelled }: { isCancelled: boolean }): Entry {
  const link = `${business.origin}/bookings/${booking.hidden_id}`
  // The file is public to anyone who has the link, so it carries the first name only.
  const who = `Prenotazione di ${unlinked(booking.name)}`
  return {
    ...entryOf(business, booking),
    summary: plain(`${serviceOf(booking)} presso ${business.name}`),
    location: plain(business.address),
    description: plain(isCancelled ? `${who}, disdetta.` : `${who}.\nPer vederla, spostarla o disdirla: ${link}`),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(business.email && { organizer: { name: plain(business.name) || business.email, email: business.email } }),
  }
}

/** 'Taglio con Anna', or 'Taglio' where there is no choice. */
export const serviceOf = ({ service_name, calendar_name }: FileBooking) =>
  calendar_name ? `${service_name} con ${calendar_name}` : service_name

/** The properties that the customer's entry and the staff's entry of a booking share. */
export const entryOf = (business: Business, booking: FileBooking) => ({
  id: uidOf(booking),
  sequence: booking.sequence,
  stamp: booking.touched_at,
  timezone: business.time_zone,
  start: booking.starts_at,
  x: howLong(booking),
})

/** Stable over moves and domains; a hash, so that it gives away neither the private link nor a count of bookings. */
const uidOf = ({ hidden_id }: FileBooking) =>
  `${createHash('sha256').update(`calendar entry ${hidden_id}`).digest('hex').slice(0, 32)}@prenoto`

/**
 * How long a visit takes, and not when it ends: of an hour that comes twice a file cannot say which is meant. The library
 * knows no DURATION, but writes what it takes for an attribute of ours.
 */
const howLong = ({ starts_at, ends_at }: FileBooking): [string, string][] => [
  ['DURATION', starts_at.until(ends_at, { largestUnit: 'hours' }).toString()],
]

type Entry = ICalEventData & { start: Temporal.Instant }
type Feed = { name: string; refreshSeconds: number }

/** One file with these entries; `feed` makes it one that calendars read again and again. */
export function calendarFile(method: Method, entries: Entry[], feed?: Feed): string {
  const starts = entries.map(({ start }) => start).sort(Temporal.Instant.compare)
  const calendar = ical({
    prodId: { company: 'Prenoto', product: 'Prenoto', language: 'IT' },
    method: ICalCalendarMethod[method],
    scale: 'GREGORIAN',
    timezone: { name: null, generator: (timeZone) => vtimezoneOf(timeZone, starts[0]!, starts.at(-1)!) },
    events: entries,
    // The library writes this one value as it is.
    ...(feed && { name: escapeText(plain(feed.name)), ttl: feed.refreshSeconds }),
  })
  return `${calendar}\r\n`
}

/** They booked themselves: nobody asks them to accept. The staff may have written down what is no address. */
function attendeesOf({ name, surname, email }: FileBooking) {
  if (!emailSchema.safeParse(email).success) return []
  return [{ name: plain(`${name} ${surname}`), email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }]
}

/** Without control characters, of which calendars know the line break alone. */
export const plain = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)\p{Cc}/gu, ' ')

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
