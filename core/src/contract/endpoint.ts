import type * as z from 'zod/mini'
import type { Role } from './role.ts'

/** Who may call an endpoint: visitors need no account; every other word is the least role that suffices. */
export type Access = 'visitor' | Role

/** A call as declared once, here: the server implements it, the web calls it, OpenAPI is read off it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api, with `:name` for each of `params`. */
  path: string
  summary: string
  access: Access
  /** What a success answers with: 200, 201 for a creation, 204 for nothing. */
  status: 200 | 201 | 204
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  headers?: z.ZodMiniType
  body?: z.ZodMiniType
  response?: z.ZodMiniType
  /** The field of the one file that the body carries as multipart/form-data, in place of JSON. */
  file?: string
  /** The media type of an answer that is not JSON. */
  produces?: string
}

/** Declares an endpoint, keeping the exact types of its schemas. Bundles leave out endpoints that nothing calls. */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined
type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined

/** What the implementation of an endpoint is given, after its schemas have passed. */
export type RequestOf<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  headers: Output<E['headers']>
  body: Output<E['body']>
}

/** What a caller of an endpoint passes. */
export type CallOf<E extends Endpoint> = {
  [K in 'params' | 'query' | 'headers' | 'body' as E[K] extends z.ZodMiniType ? K : never]: Input<E[K]>
}

/** What an endpoint answers with; nothing when it declares no response. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodMiniType ? z.output<E['response']> : undefined
