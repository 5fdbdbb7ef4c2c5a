import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { email } from '../fields/contact-fields.ts'
import { deviceHeaders } from './device.ts'

/** The request for a password link. */
export const linkRequestSchema = z.object({ email })
export type LinkRequest = z.infer<typeof linkRequestSchema>

export const requestPasswordLink = endpoint({
  method: 'POST',
  path: '/client/forgot-password',
  summary: 'Sends a password link if a user has the e-mail address; the answer is always the same',
  access: 'visitor',
  status: 204,
  headers: deviceHeaders,
  body: linkRequestSchema,
})
