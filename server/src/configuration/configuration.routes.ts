import { readConfiguration } from '@prenoto/core/configuration/configuration.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../endpoint-route.ts'
import { findConfiguration } from './configuration.repository.ts'

export function configurationRoutes(app: FastifyInstance) {
  implement(app, readConfiguration, (ctx) => findConfiguration(ctx))
}
