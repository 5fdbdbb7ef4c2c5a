export type Size = {
  name: 'S' | 'L' | 'XL'
  businesses: number
  /** Calendars and bookings of each business. */
  calendars: number
  bookings: number
}

/** What is compared: one small business, as many of those as share a database, and one large business. */
export const sizesAt = (scale: number): Size[] => [
  { name: 'S', businesses: 1, calendars: 1, bookings: 10_000 },
  { name: 'L', businesses: Math.max(2, Math.round(1000 * scale)), calendars: 1, bookings: 10_000 },
  { name: 'XL', businesses: 1, calendars: 20, bookings: Math.max(40_000, Math.round(1_000_000 * scale)) },
]
