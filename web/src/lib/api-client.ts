import type { Endpoint, EndpointCall, EndpointResponse } from '@prenoto/core/contract/endpoint.ts'
import type { FieldProblem, Problem } from '@prenoto/core/contract/problem.ts'
import { goTo, paths } from './paths.ts'
import { accessToken, flagDomain } from './session.ts'

const BASE = '/api'
/** Milliseconds. */
const TIMEOUT = 10_000
/** Milliseconds: enough for 5 MB over a slow line. */
const UPLOAD_TIMEOUT = 60_000

const NO_RESPONSE = 'No response from the server'
export const NO_DETAIL = 'An error occurred'
const UNEXPECTED = 'An unexpected error occurred'

/** A failed call. Without a status no response arrived, so the server may still have handled the request. */
export class ApiError extends Error {
  readonly status: number | undefined
  readonly errors: FieldProblem[]
  /** After a version conflict: the record as it is now. */
  readonly current: unknown
  /** Code of the refusal, for forms that treat it specially. */
  readonly reason: Problem['reason']
  /** Another customer with the name and e-mail of this one. */
  readonly customer_id: Problem['customer_id']
  /** The conflicts of a time chosen by staff. */
  readonly conflicts: Problem['conflicts']
  /** The work that the server asks for before it accepts the request. */
  readonly challenge: Problem['challenge']

  constructor(
    message: string,
    status?: number,
    { errors = [], current, reason, customer_id, conflicts, challenge }: Partial<Problem> = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.current = current
    this.reason = reason
    this.customer_id = customer_id
    this.conflicts = conflicts
    this.challenge = challenge
  }
}

/** Whether the user did not prove who they are: the call was not made, and no message is shown. */
export const isProofDeclined = (error: unknown) => error instanceof ApiError && error.reason === 'proof-required'

let askForProof: () => Promise<boolean> = async () => false

/** Sets how to ask the user for a proof when a call needs one. It returns whether they gave it. */
export function onProofRequired(ask: typeof askForProof) {
  askForProof = ask
}

/** Makes a call and, after a version conflict, unwraps `current` from the endpoint's response. Throws as `api` does. */
export async function withCurrent<R>(call: () => Promise<R>, pick: (answer: R) => unknown): Promise<R> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.current) throw error
    throw new ApiError(error.message, error.status, { current: pick(error.current as R) })
  }
}

/** A message to show for a failure. */
export const getMessage = (error: unknown) => (error instanceof ApiError ? error.message : UNEXPECTED)

let domainFallback: string = paths.invalidDomain

/** Sets where the browser goes once a call finds that the domain is unknown; by default /invalid-domain. */
export function setDomainFallback(address: string) {
  domainFallback = address
}

/** The parts of any call; `EndpointCall` says which of them an endpoint takes. */
type Call = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown }
type UrlValues = Record<string, string | number | null | undefined>

/** Calls a declared endpoint. Throws ApiError; 403 (unknown domain) also leaves the page. */
export async function api<E extends Endpoint>(endpoint: E, call: EndpointCall<E>): Promise<EndpointResponse<E>> {
  const { params, query, headers, body } = call as Call
  const address = BASE + toAddress(endpoint.path, (params ?? {}) as UrlValues, (query ?? {}) as UrlValues)
  const text = await request(address, readText, {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(headers as Record<string, string> | undefined),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return (text ? JSON.parse(text) : undefined) as EndpointResponse<E>
}

/** Uploads a file in the form field that the endpoint declares. Throws as `api` does. */
export async function apiUpload<E extends Endpoint & { file: string }>(
  endpoint: E,
  file: File,
  { params = {}, query = {}, headers = {} }: { params?: object; query?: object; headers?: object } = {},
): Promise<EndpointResponse<E>> {
  const body = new FormData()
  body.set(endpoint.file, file)
  const text = await request(BASE + toAddress(endpoint.path, params as UrlValues, query as UrlValues), readText, {
    method: endpoint.method,
    headers: headers as Record<string, string>,
    body,
    signal: AbortSignal.timeout(UPLOAD_TIMEOUT),
  })
  return JSON.parse(text) as EndpointResponse<E>
}

/** Downloads a file of this origin, so the token never reaches another site. Throws as `api` does. */
export async function apiFile(url: string): Promise<Blob> {
  if (URL.parse(url, location.href)?.origin !== location.origin) throw new ApiError(NO_RESPONSE)
  return request(url, (response) => response.blob(), {})
}

type DownloadOptions = { params?: object | undefined; query?: object | undefined; signal: AbortSignal }

/** Downloads a file from an endpoint, without a timeout, with its file name. Throws as `api` does. */
export function apiDownload(
  endpoint: Endpoint & { produces: string },
  { params = {}, query = {}, signal }: DownloadOptions,
) {
  const read = async (response: Response) => ({
    content: await response.blob(),
    name: /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '',
  })
  return request(BASE + toAddress(endpoint.path, params as UrlValues, query as UrlValues), read, { signal })
}

/** The URL of a file that an endpoint produces. */
export const fileUrl = (endpoint: Endpoint & { produces: string }, params: UrlValues) =>
  BASE + toAddress(endpoint.path, params, {})

type StreamOptions = { headers: Record<string, string>; signal: AbortSignal; onText: (text: string) => void }

/** Reads a stream of text until it ends or is aborted. Throws as `api` does. */
export function apiStream(endpoint: Endpoint & { produces: string }, { headers, signal, onText }: StreamOptions) {
  const listen = async (response: Response) => {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) onText(piece.value)
  }
  return request(BASE + endpoint.path, listen, { headers: { accept: endpoint.produces, ...headers }, signal })
}

const readText = (response: Response) => response.text()

async function request<T>(address: string, read: (response: Response) => Promise<T>, init: RequestInit): Promise<T> {
  const token = accessToken()
  let response: Response
  let problem: string
  try {
    response = await fetch(address, {
      ...init,
      signal: init.signal ?? AbortSignal.timeout(TIMEOUT),
      headers: { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) },
    })
    if (response.ok) {
      const content = await read(response)
      flagDomain(false)
      return content
    }
    problem = await readText(response)
  } catch {
    throw new ApiError(NO_RESPONSE)
  }

  const domainIsUnknown = response.status === 403
  flagDomain(domainIsUnknown)
  if (domainIsUnknown) goTo(domainFallback)
  const parsed = parseProblem(problem)
  if (parsed.reason === 'proof-required' && (await askForProof())) return request(address, read, init)
  throw new ApiError(parsed.detail || NO_DETAIL, response.status, parsed)
}

/** '/client/services/:serviceId' → '/client/services/7?per_page=10'. Skips undefined and null. */
function toAddress(path: string, params: UrlValues, query: UrlValues) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

/** Returns an empty problem for any other document, such as the error page of a proxy. */
function parseProblem(text: string): Partial<Problem> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Partial<Problem>) : {}
  } catch {
    return {}
  }
}
