import type * as z from 'zod/mini'
import type { KeyRight } from './key-right.ts'
import type { Right } from './right.ts'
import type { Role } from './role.ts'

/** The single declaration of an endpoint: the server implements it, the web calls it, OpenAPI is generated from it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api, with `:name` for each of `params`. */
  path: string
  summary: string
  /** The server answers 428 when the user has given neither password nor passkey for 15 minutes; see `proveIdentity`. */
  proof?: true
  /** The right of an API key that may call it, too; without it no key may. */
  keyRight?: KeyRight
  /** Whether a user who has yet to add a required second factor may call it. */
  isForSetUp?: true
  /** The status of a success: 200, 201 for a creation, 204 without a body. */
  status: 200 | 201 | 204
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  headers?: z.ZodMiniType
  body?: z.ZodMiniType
  response?: z.ZodMiniType
  /** The field of the one file in a multipart/form-data body; absent when the body is JSON. */
  file?: string
  /** The media type of an answer that is not JSON. */
  produces?: string
} & (
  | {
      /** Needs no account. */
      access: 'visitor'
      /** The right that a logged-in user needs for the same act; for a call through a private link. */
      right?: Right
    }
  | {
      /** The lowest role that suffices: that of the right. */
      access: Role
      right: Right
    }
)

/** Declares an endpoint, keeping the exact types of its schemas. Bundles leave out endpoints that nothing calls. */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined
type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined

/** The validated request that the implementation of an endpoint receives. */
export type EndpointRequest<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  headers: Output<E['headers']>
  body: Output<E['body']>
}

/** The arguments that a caller of an endpoint passes, before validation. */
export type EndpointCall<E extends Endpoint> = {
  [K in 'params' | 'query' | 'headers' | 'body' as E[K] extends z.ZodMiniType ? K : never]: Input<E[K]>
}

/** The answer of an endpoint; undefined when it declares no response. */
export type EndpointResponse<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : undefined
