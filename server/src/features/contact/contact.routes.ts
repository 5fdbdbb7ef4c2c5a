import { sendContactRequest } from '@prenoto/core/contact/contact.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { requestContact } from './request-contact.ts'

/** `isLimited`: apply the limit of e-mails per mailbox. */
export function contactRoutes(app: FastifyInstance, isLimited: boolean) {
  implement(app, sendContactRequest, (ctx, { body }) => requestContact(ctx, body, isLimited), { limit: 'contact' })
}
