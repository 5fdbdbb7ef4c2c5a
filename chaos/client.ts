import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../server/src/features/operations/demo/random.ts'
import type { Call, Change, EventLog, Lost, Observation } from './event-log.ts'
import { getOutcome } from './histories.ts'
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
  /** Below /api, unless it is the path of a page. */
  path: string
  isPage?: boolean
  token?: string
  idempotencyKey?: string
  /** Sent as If-Match. */
  version?: number
  payload?: object
  /** A picture to upload in place of a payload. */
  file?: Buffer
  expected: readonly number[]
  changes?: Change[]
  /** Milliseconds after which the client disconnects. */
  abortAfter?: number
  /** Reads the observations from a successful answer: its JSON, or the text of a page. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer's shape depends on the endpoint
  observe?: (json: any) => Pick<Call, 'observations' | 'offer' | 'booked' | 'position' | 'hold'>
  /** The observations that a 404 gives. */
  onMissing?: Observation[]
}

// biome-ignore lint/suspicious/noExplicitAny: the answer's shape depends on the endpoint
export type Result = { status?: number; lost?: Lost; json?: any; retryAfter?: string }

export type Client = ReturnType<typeof openClient>

type ClientParts = { eventLog: EventLog; servers: ManagedProcess[]; markers: string[] }

/** An HTTP client that records each call, with what its answer shows, in the event log. */
export function openClient({ eventLog, servers, markers }: ClientParts) {
  const agents = new Map(servers.map((server) => [server, new Agent({ keepAlive: true })]))

  async function call(server: ManagedProcess, options: CallOptions): Promise<Result> {
    const { actor, business, operation, expected, changes } = options
    const from = Date.now()
    const answer = await send({ agent: agents.get(server)!, port: server.port(), ...buildRequest(options) })
    const to = Date.now()
    const clockOffset = server.clockOffsetBetween(from, to)
    const about = { actor, business: business.marker, process: server.name, operation, from, to, expected, clockOffset }
    const entry = { kind: 'call', ...about, ...(changes && { changes }) } as const
    if (typeof answer === 'string') {
      eventLog.write({ ...entry, lost: answer })
      return { lost: answer }
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
      ...(status < 300 && options.observe?.(options.isPage ? text : json)),
      ...(status === 404 && options.onMissing && { observations: options.onMissing }),
      ...(foreign.length > 0 && { foreign }),
    })
    return { status, json, retryAfter }
  }

  /** Repeats a call on any server until its outcome is known. */
  async function retry(random: Dice, options: CallOptions): Promise<Result> {
    const end = Date.now() + RETRY_FOR
    let { abortAfter, ...attempt }: CallOptions = options
    for (;;) {
      const result = await call(random.pick(servers), { ...attempt, ...(abortAfter && { abortAfter }) })
      if (getOutcome(result) !== 'unknown' && result.status !== undefined) return result
      if (Date.now() > end) return result
      abortAfter = undefined
      const [shortest, longest] = PAUSES
      await sleep(Math.min(longest, Math.max(shortest, Number(result.retryAfter ?? 0) * 1000)))
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

const BOUNDARY = 'a-boundary'
const FILE_HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="foto.jpg"\r\n\r\n`

function buildRequest(options: CallOptions) {
  const { method, path, isPage, business, token, idempotencyKey, version, payload, file, abortAfter } = options
  const form = file && Buffer.concat([Buffer.from(FILE_HEAD), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  const type = form ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json'
  const body = form ?? (payload && JSON.stringify(payload))
  return {
    method,
    path: isPage ? path : `/api${path}`,
    body,
    abortAfter,
    headers: {
      host: business.domain,
      ...(body && { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    },
  }
}

type Request = ReturnType<typeof buildRequest> & { agent: Agent; port: number }

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** Sends one request; resolves to its whole answer, or to the reason why there is none. */
async function send({ body, abortAfter, ...options }: Request): Promise<Answer | Lost> {
  const signal = AbortSignal.timeout(abortAfter ?? TIMEOUT)
  try {
    const outgoing = request({ ...options, host: '127.0.0.1', signal })
    outgoing.on('error', () => {})
    outgoing.end(body)
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    return { status: incoming.statusCode!, headers: incoming.headers, text: await text(incoming) }
  } catch (error) {
    if (signal.aborted) return abortAfter === undefined ? 'timeout' : 'aborted'
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refused' : 'reset'
  }
}
