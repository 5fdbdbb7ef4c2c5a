import * as z from 'zod/mini'

/** What a browser calls itself: 128 random bits of its own choice. What is none is as good as nothing. */
const deviceId = z.catch(z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))), undefined)

/** The header of calls in which somebody proves who they are: where they did so before, a stranger's guesses do not hold them. */
export const deviceHeaders = z.object({ 'device-id': deviceId })
