import type * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { creationHeaders } from './idempotency.ts'
import type { KeyRight } from './key-right.ts'
import { idParams } from './pagination.ts'
import { RIGHTS, type Right } from './right.ts'
import { changeHeaders } from './version.ts'

/** The path of a record that staff list, add, change, delete and restore, and the right to list it. */
type Listed<Path extends string> = { path: Path; read: Right }
/** The same with the right to change it. */
type Changed<Path extends string> = { path: Path; change: Right }

/** The lowest role that has a right. */
const needs = <R extends Right>(right: R) => ({ access: RIGHTS[right].role, right })

/** A page of the records. */
/* @__NO_SIDE_EFFECTS__ */
export const listEndpoint = <const P extends string, Q extends z.ZodMiniType, R extends z.ZodMiniType>(
  { path, read }: Listed<P>,
  summary: string,
  { query, response, keyRight }: { query: Q; response: R; keyRight?: KeyRight },
) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    ...needs(read),
    ...(keyRight && { keyRight }),
    status: 200,
    query,
    response,
  })

/** Adds a record once per idempotency key. */
/* @__NO_SIDE_EFFECTS__ */
export const createEndpoint = <const P extends string, B extends z.ZodMiniType, R extends z.ZodMiniType>(
  { path, change }: Changed<P>,
  summary: string,
  { body, response }: { body: B; response: R },
) =>
  endpoint({
    method: 'POST',
    path,
    summary,
    ...needs(change),
    status: 201,
    headers: creationHeaders,
    body,
    response,
  })

/** Changes a record of the version in `If-Match`. */
/* @__NO_SIDE_EFFECTS__ */
export const updateEndpoint = <const P extends string, B extends z.ZodMiniType, R extends z.ZodMiniType>(
  { path, change }: Changed<P>,
  summary: string,
  { body, response }: { body: B; response: R },
) =>
  endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    summary,
    ...needs(change),
    status: 200,
    params: idParams,
    headers: changeHeaders,
    body,
    response,
  })

/* @__NO_SIDE_EFFECTS__ */
export const deleteEndpoint = <const P extends string>({ path, change }: Changed<P>, summary: string) =>
  endpoint({ method: 'DELETE', path: `${path}/:id`, summary, ...needs(change), status: 204, params: idParams })

/** Undoes a deletion within ten seconds. */
/* @__NO_SIDE_EFFECTS__ */
export const restoreEndpoint = <const P extends string, R extends z.ZodMiniType>(
  { path, change }: Changed<P>,
  summary: string,
  response: R,
) =>
  endpoint({
    method: 'POST',
    path: `${path}/:id/restore`,
    summary,
    ...needs(change),
    status: 200,
    params: idParams,
    response,
  })

type Summaries = Record<'list' | 'create' | 'update' | 'remove' | 'restore', string>

/** The five endpoints of a record. */
/* @__NO_SIDE_EFFECTS__ */
export const crudEndpoints = <
  const P extends string,
  Q extends z.ZodMiniType,
  L extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
>(
  record: Listed<P> & Changed<P>,
  summaries: Summaries,
  { query, list, body, response }: { query: Q; list: L; body: B; response: R },
) => ({
  list: listEndpoint(record, summaries.list, { query, response: list }),
  create: createEndpoint(record, summaries.create, { body, response }),
  update: updateEndpoint(record, summaries.update, { body, response }),
  remove: deleteEndpoint(record, summaries.remove),
  restore: restoreEndpoint(record, summaries.restore, response),
})
