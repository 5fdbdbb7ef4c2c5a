import { type Business, calendarFile, type FeedBooking, plain, serviceTitle, toEntry } from './booking-file.ts'

const REFRESH_SECONDS = 15 * 60

const FIRST_ENTRY = '\r\nBEGIN:VEVENT\r\n'
const END = '\r\nEND:VCALENDAR\r\n'

/** The calendar feed of a business. Rendered page by page to limit memory. */
export async function feedFile(
  business: Business,
  pages: AsyncIterable<FeedBooking[]>,
  { hidesContacts }: { hidesContacts: boolean },
): Promise<Buffer> {
  const feedEntry = (booking: FeedBooking) => ({
    ...toEntry(business, booking),
    summary: plain(`${serviceTitle(booking)}: ${booking.name} ${booking.surname}`),
    description: plain(
      `Cliente: ${booking.name} ${booking.surname}${hidesContacts ? '' : `\nTelefono: ${booking.telephone}`}`,
    ),
  })
  const name = `Prenotazioni di ${business.name}`
  const written: Buffer[] = []
  let firstAndLast: FeedBooking[] = []
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
