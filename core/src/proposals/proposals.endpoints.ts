import * as z from 'zod/mini'
import { deleteEndpoint } from '../contract/crud-endpoints.ts'
import { endpoint } from '../contract/endpoint.ts'
import { idParam } from '../contract/pagination.ts'
import { proposal, proposalSchema } from './proposal-schema.ts'

export const createProposal = endpoint({
  method: 'POST',
  path: '/proposals',
  summary: 'Holds two or three free hours for a customer, who books one of them through a link',
  access: 'operator',
  right: 'booking_changes',
  status: 201,
  body: proposalSchema,
  response: proposal,
})

export const listProposals = endpoint({
  method: 'GET',
  path: '/proposals',
  summary: 'Lists the proposals that a customer can still answer',
  access: 'operator',
  right: 'bookings',
  status: 200,
  query: z.object({ customer_id: idParam }),
  response: z.array(proposal),
})

export const withdrawProposal = deleteEndpoint(
  { path: '/proposals', change: 'booking_changes' },
  'Withdraws a proposal and frees its hours',
)
