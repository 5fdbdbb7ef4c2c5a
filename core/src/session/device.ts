import * as z from 'zod/mini'

/** A random id of 128 bits that each browser generates. An invalid id counts as absent. */
const deviceId = z.catch(z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))), undefined)

/** The header of authentication calls: a device that has logged in before is exempt from limits caused by others. */
export const deviceHeaders = z.object({ 'device-id': deviceId })
