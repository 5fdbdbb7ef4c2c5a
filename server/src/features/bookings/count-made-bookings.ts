import { Counter } from 'prom-client'

const bookingsMade = new Counter({
  name: 'prenoto_bookings_made_total',
  help: 'Bookings made, by customer or staff, and by size of the business: small (1 calendar), medium (2 to 5) or large (6 or more)',
  labelNames: ['by', 'business'],
})

for (const by of ['customer', 'staff'])
  for (const business of ['small', 'medium', 'large']) bookingsMade.inc({ by, business }, 0)

/** The size of a business by the number of its calendars, so that no metric names a business. */
const toSizeClass = (calendars: number) => (calendars <= 1 ? 'small' : calendars <= 5 ? 'medium' : 'large')

/** Counts new bookings of a business for the metrics. */
export function countMadeBookings(bookings: { created_by: number | null }[], calendars: number) {
  for (const { created_by } of bookings)
    bookingsMade.inc({ by: created_by ? 'staff' : 'customer', business: toSizeClass(calendars) })
}
