import * as endpoints from '@prenoto/core/data-copies/data-copies.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import type { FileStore } from '../uploads/file-store.ts'
import { findNewestCopy } from './data-copies.repository.ts'
import { downloadCopy } from './download-copy.ts'
import { requestCopy } from './request-copy.ts'

export function dataCopyRoutes(app: FastifyInstance, files: FileStore) {
  implement(app, endpoints.readDataCopy, async (ctx) => ({ copy: (await findNewestCopy(ctx)) ?? null }))
  implement(app, endpoints.requestDataCopy, (ctx) => requestCopy(ctx))
  implement(app, endpoints.downloadDataCopy, (ctx, { params }) => downloadCopy(ctx, files, params.id), {
    limit: 'export',
  })
}
