import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../server/src/demo/random.ts'
import { type Answer, call } from './call.ts'
import type { Call, Change, Journal, Lost, Sight } from './journal.ts'
import type { KeptProcess } from './kept-process.ts'
import { outcomeOf } from './records.ts'
import type { Shop } from './shop.ts'

/** How long somebody asks again who got no answer, milliseconds. */
const INSISTS_FOR = 40_000

/** Between two attempts, milliseconds; a Retry-After that is longer is kept to up to the second. */
const PAUSES = [500, 3_000] as const

type Learnt = Pick<Call, 'sights' | 'offer' | 'booked' | 'gave' | 'held' | 'changed'>

export type Ask = {
  actor: string
  shop: Pick<Shop, 'marker' | 'domain'>
  what: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api, unless it is a page's. */
  path: string
  isPage?: boolean
  token?: string
  /** An idempotency key. */
  key?: string
  /** Sent as JSON, and URLSearchParams as browsers send a form by themselves. */
  payload?: object
  file?: { field: string; name: string; type: string; bytes: Buffer }
  /** The address that the proxy in front would name. */
  address?: string
  expected: readonly number[]
  change?: Change
  also?: Change[]
  among?: number[]
  block?: string
  /** The version that a change is made to. */
  version?: number
  /** A visitor's own e-mail address. */
  own?: string
  leavesAfter?: number
  /** What a success tells: of its JSON, or of the text of a page. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers
  learn?: (json: any) => Learnt
  /** What a 404 tells. */
  absent?: Sight[]
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the server answers
export type Told = { status?: number; lost?: Lost; json?: any; retryAfter?: string }

type Parts = { journal: Journal; servers: KeptProcess[]; markers: string[] }

export type Client = ReturnType<typeof openClient>

/** Somebody who calls servers, and writes down what they were told. */
export function openClient({ journal, servers, markers }: Parts) {
  const agents = new Map(servers.map((server) => [server, new Agent({ keepAlive: true })]))

  async function ask(server: KeptProcess, asked: Ask): Promise<Told> {
    const { actor, shop, what, expected, change, also, among, block } = asked
    const from = Date.now()
    const answer = await call({ agent: agents.get(server)!, port: server.port(), ...requestOf(asked) })
    const to = Date.now()
    const clock = server.clockBetween(from, to)
    const about = { actor, business: shop.marker, process: server.name, what, from, to, expected, clock }
    const asking = { ...about, change, also, among, block }
    if (typeof answer === 'string') {
      journal.write({ kind: 'call', ...asking, lost: answer })
      return { lost: answer }
    }
    const told = toldOf(answer)
    const foreign = markers.filter((marker) => marker !== shop.marker && answer.text.includes(marker))
    const strangers = asked.token ? [] : strangersIn(answer.text, asked.own)
    journal.write({ kind: 'call', ...asking, ...learntOf(asked, answer, told), foreign, strangers })
    return told
  }

  /** Asks until there is an answer that settles it, as whoever gets none does. */
  async function insist(chance: Dice, asked: Ask): Promise<Told> {
    const end = Date.now() + INSISTS_FOR
    for (let attempt = asked; ; attempt = { ...asked, leavesAfter: undefined }) {
      const told = await ask(chance.pick(servers), attempt)
      const isSettled = told.status !== undefined && outcomeOf(told) !== 'open'
      if (isSettled || Date.now() > end) return told
      const [least, most] = PAUSES
      await sleep(Math.min(most, Math.max(least, Number(told.retryAfter ?? 0) * 1000)))
    }
  }

  return {
    ask,
    insist,
    servers,
    close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

/** The addresses of customers in what a visitor reads, but for their own. */
const strangersIn = (text: string, own = '') =>
  [...new Set(text.match(/[\w.-]+@posta\.example/g))].filter((address) => address !== own.toLowerCase())

const BOUNDARY = 'a-storm-of-forms'

function requestOf({ method, path, isPage, shop, token, key, version, payload, file, address, leavesAfter }: Ask) {
  const [type, body] = bodyOf(payload, file)
  return {
    method,
    path: isPage ? path : `/api${path}`,
    body,
    leavesAfter,
    headers: {
      host: shop.domain,
      ...(address && { 'x-forwarded-for': address }),
      ...(body && { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    },
  }
}

function bodyOf(payload: Ask['payload'], file: Ask['file']): [type: string, body?: string | Buffer] {
  if (file) return [`multipart/form-data; boundary=${BOUNDARY}`, multipart(file)]
  if (payload instanceof URLSearchParams) return ['application/x-www-form-urlencoded', payload.toString()]
  return ['application/json', payload && JSON.stringify(payload)]
}

const multipart = ({ field, name, type, bytes }: NonNullable<Ask['file']>) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

function toldOf({ status, headers, text }: Answer): Told & { status: number } {
  const json = headers['content-type']?.includes('json') ? parsed(text) : undefined
  return { status, json, retryAfter: headers['retry-after'] }
}

/** What the journal keeps of an answer. */
function learntOf({ learn, absent, isPage }: Ask, { headers, text }: Answer, { status, json, retryAfter }: Told) {
  return {
    status,
    retryAfter,
    ...(status! >= 400 && { problem: problemOf(headers['content-type'], json, isPage === true) }),
    ...(status! < 300 && learn?.(isPage ? text : json)),
    ...(status === 404 && absent && { sights: absent }),
  }
}

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The detail of a problem document; of a page, which carries its own words, its being one; null for anything else. */
function problemOf(type = '', json: { detail?: unknown } | undefined, isPage: boolean): string | null {
  if (isPage) return type.startsWith('text/html') ? 'a page' : null
  return type.startsWith('application/problem+json') && typeof json?.detail === 'string' ? json.detail : null
}
