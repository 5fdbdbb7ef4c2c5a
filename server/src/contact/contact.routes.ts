import { sendContactRequest } from '@prenoto/core/contact/contact.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../http/endpoint-route.ts'
import { askForContact } from './ask-for-contact.ts'

export function contactRoutes(app: FastifyInstance) {
  implement(app, sendContactRequest, (ctx, { body }) => askForContact(ctx, body), { limit: 'contact' })
}
