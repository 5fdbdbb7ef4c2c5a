import { ICalEventStatus } from 'ical-generator'
import { type Business, calendarFile, type FeedBooking, plain, serviceTitle, toEntry } from './booking-file.ts'

const REFRESH_SECONDS = 15 * 60

const FIRST_ENTRY = '\r\nBEGIN:VEVENT\r\n'
const END = '\r\nEND:VCALENDAR\r\n'

type FeedBookings = AsyncIterable<(FeedBooking & { is_cancelled: boolean })[]>

type FeedFileOptions = {
  hidesContacts: boolean
  /** Whether customers are named. */
  shows_names: boolean
  /** Null for all calendars. */
  calendar_name: string | null
}

/** A calendar feed of a business. Rendered page by page to limit memory. */
export async function feedFile(
  business: Business,
  pages: FeedBookings,
  { hidesContacts, shows_names, calendar_name }: FeedFileOptions,
): Promise<Buffer> {
  const feedEntry = ({ is_cancelled, ...booking }: FeedBooking & { is_cancelled: boolean }) => {
    const entry = toEntry(business, booking)
    const title = serviceTitle(booking)
    if (is_cancelled) return { ...entry, summary: plain(`Disdetta: ${title}`), status: ICalEventStatus.CANCELLED }
    if (!shows_names) return { ...entry, summary: plain(title) }
    const person = `${booking.name} ${booking.surname}`
    return {
      ...entry,
      summary: plain(`${title}: ${person}`),
      description: plain(`Cliente: ${person}${hidesContacts ? '' : `\nTelefono: ${booking.telephone}`}`),
    }
  }
  const name = `Prenotazioni di ${business.name}${calendar_name ? `, ${calendar_name}` : ''}`
  const written: Buffer[] = []
  let firstAndLast: (FeedBooking & { is_cancelled: boolean })[] = []
  for await (const page of pages) {
    firstAndLast = [...firstAndLast, ...page].filter((_, i, all) => i === 0 || i === all.length - 1)
    const file = calendarFile('PUBLISH', page.map(feedEntry))
    written.push(Buffer.from(file.slice(file.indexOf(FIRST_ENTRY), file.lastIndexOf(END))))
  }
  const entries = firstAndLast.map(feedEntry)
  const frame = calendarFile('PUBLISH', entries, { name, refreshSeconds: REFRESH_SECONDS })
  if (written.length === 0) return Buffer.from(frame)
  return Buffer.concat([Buffer.from(frame.slice(0, frame.indexOf(FIRST_ENTRY))), ...written, Buffer.from(END)])
}
