import * as z from 'zod/mini'

/**
 * Where a visitor found the link to the site, as in `?da=instagram`: the business's profile on Google, Instagram, the poster, the
 * business's own web site, or a message after a visit. Others are not stored, since anybody can write anything into an address.
 */
export const bookingSources = ['google', 'instagram', 'locandina', 'sito', 'messaggio'] as const
export const bookingSource = z.enum(bookingSources)
export type BookingSource = (typeof bookingSources)[number]
