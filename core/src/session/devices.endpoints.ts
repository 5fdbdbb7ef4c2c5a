import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParams } from '../contract/pagination.ts'
import { lockOutEffectNames } from './lock-out-effects.ts'
import { passwordLinkSchema } from './password-link-schema.ts'

/** A session of the current user, in words that help them to recognise it. */
const ownSession = z.object({
  id: z.int(),
  /** Browser and system, 'Firefox su Windows'. */
  device: z.string(),
  /** The network address of the log-in, or a word for a private one. */
  place: z.string(),
  /** DD-MM-YYYY HH:mm, in the local time of the business. */
  created_at: z.string(),
  last_used_at: z.string(),
  /** Whether it is the session of the request. */
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions',
  summary: 'Lists the current user’s sessions, the most recently used first',
  access: 'operator',
  right: 'account',
  status: 200,
  response: z.array(ownSession),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'Ends a session of the current user',
  access: 'operator',
  right: 'account',
  status: 204,
  params: idParams,
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/sessions',
  summary: 'Ends all sessions of the current user except the one of the request',
  access: 'operator',
  right: 'account',
  status: 204,
})

export const readDeviceLink = endpoint({
  method: 'POST',
  path: '/client/device-link',
  summary: 'Returns the user of a one-time link about a log-in on a new device without using the link',
  access: 'visitor',
  status: 200,
  body: passwordLinkSchema,
  response: z.object({ email: z.string() }),
})

export const lockOutIntruder = endpoint({
  method: 'POST',
  path: '/client/lock-out-intruder',
  summary:
    'Ends all sessions of the user, deletes the password and undoes changes since a log-in through a one-time link; answers with what it undid and a password link',
  access: 'visitor',
  status: 200,
  body: passwordLinkSchema,
  response: z.object({ path: z.string(), effects: z.array(z.enum(lockOutEffectNames)) }),
})
