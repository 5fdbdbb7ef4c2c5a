import { sendContactRequest } from '@prenoto/core/contact/contact.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { askForContact } from './ask-for-contact.ts'

/** `isLimited`: whether visitors are held by how often they write. */
export function contactRoutes(app: FastifyInstance, isLimited: boolean) {
  implement(app, sendContactRequest, (ctx, { body }) => askForContact(ctx, body, isLimited), { limit: 'contact' })
}
