import * as endpoints from '@prenoto/core/health-notes/health-notes.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Encryption } from '../../lib/encryption.ts'
import { implement } from '../../plugins/endpoint-route.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import { receiveDocument } from '../uploads/receive-images.ts'
import { changeAccess, readAccess } from './access.ts'
import { readSummary, recordConsent, withdrawConsent } from './consent.ts'
import { addDocument, readDocument, readDocuments, removeDocument, requireAddition } from './documents.ts'
import { removeHealthData } from './health-data.ts'
import { addNote, changeNote, readNotes, removeNote } from './notes.ts'

/** A document opened outside the back office is downloaded, runs no script and is not stored by browsers. */
const DOCUMENT_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
}

export function healthNoteRoutes(app: FastifyInstance, parts: { encryption: Encryption; uploads: Uploads }) {
  const { encryption, uploads } = parts
  implement(app, endpoints.readHealthSummary, (ctx, { params }) => readSummary(ctx, params.id))
  implement(app, endpoints.eraseHealthData, (ctx, { params }) => removeHealthData(ctx, params.id))
  implement(app, endpoints.recordHealthConsent, (ctx, { params, body }) => recordConsent(ctx, params.id, body))
  implement(app, endpoints.withdrawHealthConsent, (ctx, { params }) => withdrawConsent(ctx, params.id))
  implement(app, endpoints.listHealthNotes, (ctx, { params, query }) =>
    readNotes(ctx, encryption, { ...params, ...query }),
  )
  implement(app, endpoints.createHealthNote, (ctx, { params, headers, body }) =>
    addNote(ctx, encryption, { ...params, ...body, key: headers['idempotency-key'] }),
  )
  implement(app, endpoints.updateHealthNote, (ctx, { params, headers, body }) =>
    changeNote(ctx, encryption, { ...params, ...body, version: headers['if-match'] }),
  )
  implement(app, endpoints.deleteHealthNote, (ctx, { params }) => removeNote(ctx, params))
  implement(app, endpoints.listHealthDocuments, (ctx, { params }) => readDocuments(ctx, encryption, params.id))
  implement(
    app,
    endpoints.createHealthDocument,
    async (ctx, { params: { id }, query: { booking_id: bookingId = null }, headers }, request) => {
      const { file: field } = endpoints.createHealthDocument
      await requireAddition(ctx, id, bookingId)
      const received = await receiveDocument(ctx, uploads, { request, field })
      return addDocument(ctx, parts, { ...received, id, bookingId, field, key: headers['idempotency-key'] })
    },
    { limit: 'upload' },
  )
  implement(app, endpoints.readHealthDocument, (ctx, { params }) => readDocument(ctx, encryption, params), {
    headers: DOCUMENT_HEADERS,
  })
  implement(app, endpoints.deleteHealthDocument, (ctx, { params }) => removeDocument(ctx, params))
  implement(app, endpoints.readHealthNotesAccess, (ctx) => readAccess(ctx))
  implement(app, endpoints.updateHealthNotesAccess, (ctx, { body }) => changeAccess(ctx, body.role))
}
