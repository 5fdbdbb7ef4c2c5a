import * as z from 'zod/mini'

/**
 * Where a visitor found the link to the site, as in `?da=instagram`: the business's profile on Google, Instagram, the poster, the
 * business's own web site, a message after a visit, or an assistant. Others are not stored, since anybody can write anything into
 * an address.
 */
export const bookingSources = ['google', 'instagram', 'locandina', 'sito', 'messaggio', 'assistente'] as const
export type BookingSource = (typeof bookingSources)[number]

/** The source in an address, with the key of the hour that an assistant holds for the visitor: 'assistente.f8Jk…' */
export const linkSource = z.string().check(z.regex(new RegExp(`^(${bookingSources.join('|')})(\\.[\\w-]{22})?$`)))
