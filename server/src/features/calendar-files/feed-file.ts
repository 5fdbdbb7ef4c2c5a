import { type Business, calendarFile, entryOf, type FileBooking, plain, serviceOf } from './booking-file.ts'

/** How often calendars should look for changes. */
const REFRESH_SECONDS = 15 * 60

const FIRST_ENTRY = '\r\nBEGIN:VEVENT\r\n'
const END = '\r\nEND:VCALENDAR\r\n'

/**
 * The bookings of a business as a calendar that its staff follows elsewhere. Entries are written page by page: together, those of
 * a large business would fill the memory of a process.
 */
export async function feedFile(business: Business, pages: AsyncIterable<FileBooking[]>): Promise<Buffer> {
  const name = `Prenotazioni di ${business.name}`
  const written: Buffer[] = []
  let outermost: FileBooking[] = []
  for await (const page of pages) {
    outermost = [...outermost, ...page].filter((_, i, all) => i === 0 || i === all.length - 1)
    const file = calendarFile(
      'PUBLISH',
      page.map((booking) => feedEntry(business, booking)),
    )
    written.push(Buffer.from(file.slice(file.indexOf(FIRST_ENTRY), file.lastIndexOf(END))))
  }
  const entries = outermost.map((booking) => feedEntry(business, booking))
  const frame = calendarFile('PUBLISH', entries, { name, refreshSeconds: REFRESH_SECONDS })
  if (written.length === 0) return Buffer.from(frame)
  return Buffer.concat([Buffer.from(frame.slice(0, frame.indexOf(FIRST_ENTRY))), ...written, Buffer.from(END)])
}

const feedEntry = (business: Business, booking: FileBooking) => ({
  ...entryOf(business, booking),
  summary: plain(`${serviceOf(booking)}: ${booking.name} ${booking.surname}`),
  description: plain(`Cliente: ${booking.name} ${booking.surname}\nTelefono: ${booking.telephone}`),
})
