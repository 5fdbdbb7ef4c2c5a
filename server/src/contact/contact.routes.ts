import { sendContactRequest } from '@prenoto/core/contact/contact.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../endpoint-route.ts'
import { insertContactRequest } from './contact.repository.ts'

export function contactRoutes(app: FastifyInstance) {
  implement(app, sendContactRequest, (ctx, { body }) => insertContactRequest(ctx, body), { limit: 'contact' })
}
