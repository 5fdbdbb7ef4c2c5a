import * as endpoints from '@prenoto/core/imports/imports.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import { listImports } from './imports.repository.ts'
import { receiveFile } from './receive-file.ts'
import { readLines, rejectedFile } from './shown-lines.ts'
import { discardImport, readImport, resumeImport, startCheck, startImport, startUndo } from './steps.ts'

export function importRoutes(app: FastifyInstance, uploads: Uploads) {
  implement(app, endpoints.listImports, (ctx) => listImports(ctx))
  implement(
    app,
    endpoints.createImport,
    async (ctx, { query: { kind, heading_row } }, request) => {
      const { file: field } = endpoints.createImport
      return readImport(ctx, await receiveFile(ctx, uploads, { request, field, kind, headingRow: heading_row }))
    },
    { limit: 'upload' },
  )
  implement(app, endpoints.readImport, (ctx, { params }) => readImport(ctx, params.id))
  implement(app, endpoints.checkImport, (ctx, { params, body }) => startCheck(ctx, params.id, body))
  implement(app, endpoints.startImport, (ctx, { params, body }) => startImport(ctx, params.id, body.override))
  implement(app, endpoints.undoImport, (ctx, { params }) => startUndo(ctx, params.id))
  implement(app, endpoints.resumeImport, (ctx, { params }) => resumeImport(ctx, params.id))
  implement(app, endpoints.deleteImport, (ctx, { params }) => discardImport(ctx, params.id))
  implement(app, endpoints.listImportLines, (ctx, { params, query }) => readLines(ctx, params.id, query))
  implement(app, endpoints.exportRejectedLines, (ctx, { params }) => rejectedFile(ctx, params.id), { limit: 'export' })
}
