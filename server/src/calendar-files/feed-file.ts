import { type Business, calendarFile, entryOf, type FileBooking, plain, serviceOf } from './booking-file.ts'

/** How often calendars should look for changes. */
const REFRESH_SECONDS = 15 * 60

/** The bookings of a business as a calendar that its staff follows elsewhere. */
export function feedFile(business: Business, bookings: FileBooking[]): string {
  const entries = bookings.map((booking) => ({
    ...entryOf(business, booking),
    summary: plain(`${serviceOf(booking)}: ${booking.name} ${booking.surname}`),
    description: plain(`Cliente: ${booking.name} ${booking.surname}\nTelefono: ${booking.telephone}`),
  }))
  return calendarFile('PUBLISH', entries, { name: `Prenotazioni di ${business.name}`, refreshSeconds: REFRESH_SECONDS })
}
