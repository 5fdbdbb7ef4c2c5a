import * as z from 'zod/mini'
import { deleteEndpoint, listEndpoint } from '../contract/crud-endpoints.ts'
import { endpoint } from '../contract/endpoint.ts'
import { idParams, pageQueryWithSize, pageTail } from '../contract/pagination.ts'
import { contactRequest } from './stored-request-schema.ts'

const contactRequestPage = z.object({
  contact_requests: z.array(contactRequest),
  ...pageTail,
  unanswered_count: z.int(),
})

const contactRequests = { path: '/contact-requests', read: 'contact_requests', change: 'erasure' } as const

export const listContactRequests = listEndpoint(
  contactRequests,
  'Lists contact requests, newest first; `only=unanswered` leaves out the answered ones',
  {
    query: z.extend(pageQueryWithSize(20), { only: z.optional(z.enum(['unanswered'], 'Filtro non valido.')) }),
    response: contactRequestPage,
  },
)

export const answerContactRequest = endpoint({
  method: 'PUT',
  path: '/contact-requests/:id/answered',
  summary: 'Marks a contact request as answered or unanswered',
  access: 'operator',
  right: 'contact_requests',
  status: 200,
  params: idParams,
  body: z.object({ answered: z.boolean('Indica se la richiesta ha avuto risposta.') }),
  response: contactRequest,
})

export const eraseContactRequest = deleteEndpoint(contactRequests, 'Erases a contact request for good')
