import type { Endpoint, EndpointRequest, EndpointResponse } from '@prenoto/core/contract/endpoint.ts'
import type { Problem } from '@prenoto/core/contract/problem.ts'
import * as z from 'zod/mini'

/** A refusal of the server. */
export class Refusal {
  readonly status: number
  readonly problem: Partial<Problem>

  constructor(status: number, problem: Partial<Problem> = {}) {
    this.status = status
    this.problem = problem
  }
}

/** The request is handled, but its response is lost. */
export const LOST = Symbol('lost response')

/** A file for an endpoint that produces one. */
type Content<E extends Endpoint> = E extends { produces: string } ? Blob : EndpointResponse<E>
type Result<E extends Endpoint> = Content<E> | Refusal | typeof LOST
type Upload<E extends Endpoint> = E extends { file: string } ? { file: File } : unknown
type Answer<E extends Endpoint> = (request: EndpointRequest<E> & Upload<E>) => Result<E> | Promise<Result<E>>

type Route = { endpoint: Endpoint; pattern: RegExp; answer: Answer<Endpoint> }
type Call = { endpoint: Endpoint } & EndpointRequest<Endpoint>

/**
 * The server of a component test: answers the declared endpoints that the test lists, with types from their declarations.
 * A request must match its endpoint's schemas. Any other call is a fault, which fails the test.
 */
export function fakeApi() {
  const routes: Route[] = []
  const calls: Call[] = []
  const faults: string[] = []

  /** Answers an endpoint, in place of an earlier answer. */
  function on<const E extends Endpoint>(endpoint: E, answer: Answer<E>) {
    const pattern = new RegExp(`^/api${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    routes.unshift({ endpoint, pattern, answer: answer as Answer<Endpoint> })
  }

  async function respond(input: RequestInfo | URL, { method = 'GET', headers, body }: RequestInit = {}) {
    const { pathname, searchParams } = new URL(String(input), location.href)
    const route = routes.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))
    try {
      if (!route) throw new Error('no answer is declared')
      const { endpoint, pattern, answer } = route
      const file = body instanceof FormData && endpoint.file ? body.get(endpoint.file) : undefined
      const request = {
        params: endpoint.params && z.parse(endpoint.params, pattern.exec(pathname)!.groups),
        query: endpoint.query && z.parse(endpoint.query, Object.fromEntries(searchParams)),
        headers: endpoint.headers && z.parse(endpoint.headers, headers),
        body: endpoint.body && z.parse(endpoint.body, body === undefined ? undefined : JSON.parse(String(body))),
        ...(file && { file }),
      }
      calls.push({ endpoint, ...request })
      const result = await answer(request)
      if (result === LOST) return Promise.reject(new TypeError('Failed to fetch'))
      if (result instanceof Refusal) return Response.json(result.problem, { status: result.status })
      if ((result as unknown) instanceof Blob) return new Response(result)
      return result === undefined ? new Response(null, { status: 204 }) : Response.json(result)
    } catch (error) {
      faults.push(`${method} ${pathname}: ${error}`)
      return Response.json({ detail: 'Undeclared call' }, { status: 500 })
    }
  }

  return {
    on,
    respond,
    faults,
    /** The requests to an endpoint so far. */
    listCalls: <const E extends Endpoint>(endpoint: E) =>
      calls.filter((call) => call.endpoint === endpoint) as unknown as EndpointRequest<E>[],
    /** Method and path of the changes so far, in order. */
    changes: () =>
      calls
        .filter(({ endpoint }) => endpoint.method !== 'GET')
        .map(({ endpoint: { method, path } }) => `${method} ${path}`),
  }
}
