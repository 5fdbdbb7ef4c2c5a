import * as endpoints from '@prenoto/core/proposals/proposals.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { withdrawProposal } from './answer-proposal.ts'
import { createProposal } from './create-proposal.ts'
import { readOpenProposals } from './read-proposal.ts'

export function proposalRoutes(app: FastifyInstance) {
  implement(app, endpoints.createProposal, (ctx, { body }) => createProposal(ctx, body))
  implement(app, endpoints.listProposals, (ctx, { query }) => readOpenProposals(ctx, query.customer_id))
  implement(app, endpoints.withdrawProposal, (ctx, { params }) => withdrawProposal(ctx, params.id))
}
