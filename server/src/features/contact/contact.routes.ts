import { sendContactRequest } from '@prenoto/core/contact/contact.endpoints.ts'
import * as endpoints from '@prenoto/core/contact/contact-requests.endpoints.ts'
import { cutPage } from '@prenoto/core/contract/pagination.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { answerRequest, eraseRequest } from './manage-requests.ts'
import { requestContact } from './request-contact.ts'
import { countUnanswered, listStoredRequests } from './stored-requests.repository.ts'

export function contactRoutes(app: FastifyInstance) {
  implement(app, sendContactRequest, (ctx, { body }, { pressure }) => requestContact(ctx, body, pressure), {
    form: 'contact',
  })
  implement(app, endpoints.listContactRequests, async (ctx, { query: { per_page, last_id, only } }) => {
    const rows = await listStoredRequests(ctx, { after: last_id, limit: per_page + 1, only })
    const { items: contact_requests, ...tail } = cutPage(rows, per_page)
    return { contact_requests, ...tail, unanswered_count: await countUnanswered(ctx) }
  })
  implement(app, endpoints.answerContactRequest, (ctx, { params, body }) =>
    answerRequest(ctx, params.id, body.answered),
  )
  implement(app, endpoints.eraseContactRequest, (ctx, { params }) => eraseRequest(ctx, params.id))
}
