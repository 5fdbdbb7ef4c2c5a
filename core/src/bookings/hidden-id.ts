import * as z from 'zod/mini'

/** The key of a private link: to a booking, or to an entry of the waiting list. */
export const hiddenId = z.string().check(z.regex(/^[\w-]{22,100}$/))
