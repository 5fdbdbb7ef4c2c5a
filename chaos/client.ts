import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../server/src/features/operations/demo/random.ts'
import type { Call, EventLog, Lost } from './event-log.ts'
import type { ManagedProcess } from './processes/managed-process.ts'

/** How long a client waits for an answer, milliseconds. */
const TIMEOUT = 30_000

/** How long a client retries a call whose outcome is unknown, milliseconds. */
const RETRY_FOR = 40_000

/** The shortest and the longest pause between two attempts, milliseconds. */
const PAUSES = [500, 3_000] as const

export type CallOptions = {
  actor: string
  business: { marker: string; domain: string }
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api. */
  path: string
  token?: string | undefined
  idempotencyKey?: string
  payload?: object
  expected: readonly number[]
  /** The client disconnects after so many milliseconds. */
  abortAfter?: number
  /** Reads facts from the JSON of a successful answer. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer's shape depends on the endpoint
  observe?: (json: any) => Pick<Call, 'visit' | 'wrong'>
}

export type Result = {
  process: ManagedProcess
  status?: number
  lost?: Lost
  retryAfter?: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: the answer's shape depends on the endpoint
  json?: any
}

/** Whether a change took effect: a lost answer and a 5xx leave it unknown. */
export function outcome({ status, lost }: Pick<Result, 'status' | 'lost'>): 'done' | 'refused' | 'unknown' {
  if (lost === 'refused') return 'refused'
  if (status === undefined || status >= 500) return 'unknown'
  return status < 400 ? 'done' : 'refused'
}

export type Client = ReturnType<typeof openClient>

type ClientParts = { eventLog: EventLog; servers: ManagedProcess[]; markers: string[] }

/** An HTTP client that records each call, with what its answer shows, in the event log. */
export function openClient({ eventLog, servers, markers }: ClientParts) {
  const agents = new Map(servers.map((server) => [server, new Agent({ keepAlive: true })]))

  async function call(server: ManagedProcess, options: CallOptions): Promise<Result> {
    const { actor, business, operation, expected } = options
    const from = Date.now()
    const answer = await send(server, options)
    const to = Date.now()
    const about = { actor, business: business.marker, process: server.name, operation, from, to, expected }
    const entry = { kind: 'call', ...about, clockOffset: server.clockOffsetBetween(from, to) } as const
    if (typeof answer === 'string') {
      eventLog.write({ ...entry, lost: answer })
      return { process: server, lost: answer }
    }
    const { status, headers, text } = answer
    const json = headers['content-type']?.includes('json') ? JSON.parse(text) : undefined
    const retryAfter = headers['retry-after']
    const foreign = markers.filter((marker) => marker !== business.marker && text.includes(marker))
    eventLog.write({
      ...entry,
      status,
      ...(retryAfter && { retryAfter }),
      ...(status >= 400 && { detail: json?.detail }),
      ...(status < 300 && options.observe?.(json)),
      ...(foreign.length > 0 && { foreign }),
    })
    return { process: server, status, json, retryAfter }
  }

  /** Repeats a call on any server until its outcome is known. `isSure`: no attempt can take effect later. */
  async function retry(random: Dice, options: CallOptions): Promise<Result & { isSure: boolean }> {
    const end = Date.now() + RETRY_FOR
    let attempt = options
    for (let isSure = true; ; ) {
      const result = await call(random.pick(servers), attempt)
      isSure &&= outcome(result) !== 'unknown'
      const isKnown = outcome(result) !== 'unknown' && result.status !== undefined
      if (isKnown || Date.now() > end) return { ...result, isSure }
      const { abortAfter: _, observe: __, ...again } = options
      attempt = again
      const [shortest, longest] = PAUSES
      await sleep(Math.min(longest, Math.max(shortest, Number(result.retryAfter ?? 0) * 1000)))
    }
  }

  type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

  /** Sends one request; resolves to its whole answer, or to the reason why there is none. */
  async function send(server: ManagedProcess, options: CallOptions): Promise<Answer | Lost> {
    const { method, path, business, token, idempotencyKey, payload, abortAfter } = options
    const body = payload && JSON.stringify(payload)
    const signal = AbortSignal.timeout(abortAfter ?? TIMEOUT)
    const headers = {
      host: business.domain,
      ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    }
    try {
      const target = { host: '127.0.0.1', port: server.port(), path: `/api${path}`, agent: agents.get(server) }
      const outgoing = request({ ...target, method, headers, signal })
      outgoing.on('error', () => {})
      outgoing.end(body)
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
      return { status: incoming.statusCode!, headers: incoming.headers, text: await text(incoming) }
    } catch (error) {
      if (signal.aborted) return abortAfter === undefined ? 'timeout' : 'aborted'
      return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refused' : 'reset'
    }
  }

  return {
    call,
    retry,
    servers,
    close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}
