import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { proofHeaders } from '../contract/proof-of-work.ts'
import { contactRequestSchema } from './contact-schema.ts'

export const sendContactRequest = endpoint({
  method: 'POST',
  path: '/client/contact',
  summary: 'Sends a visitor’s contact request to the business',
  access: 'visitor',
  status: 201,
  headers: proofHeaders,
  body: contactRequestSchema,
  response: z.object({ id: z.int() }),
})
