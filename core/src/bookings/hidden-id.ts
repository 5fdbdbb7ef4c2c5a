import * as z from 'zod/mini'

/** Key of a private link to a booking or to a waiting-list entry. */
export const hiddenId = z.string().check(z.regex(/^[\w-]{22,100}$/))
