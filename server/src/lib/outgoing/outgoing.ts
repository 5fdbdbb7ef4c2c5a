import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type DnsLookup, dnsLookup } from '../dns-lookup.ts'
import { type AddressBlocks, isReachableAddress } from './reachable-address.ts'

/** A request to an address that a business has typed. */
type OutgoingRequest = {
  /** http: or https: */
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Milliseconds for the whole exchange. */
  timeout: number
  /** Of the answer's body; a longer one is an error. Absent: the body is not read. */
  maxBytes?: number
}

const NO_BODY = Buffer.alloc(0)

type OutgoingAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** The address leads into a private network, to this machine or to no host. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`)
  }
}

/** The answer is longer than allowed, or compressed, which the request did not ask for. */
export class AnswerRefused extends Error {}

export type Outgoing = {
  /** Follows no redirect. Throws AddressRefused, AnswerRefused, or the error of the connection. */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>
  /** Throws AddressRefused if `send` would. A host whose name servers do not answer passes. */
  requireReachable(url: string): Promise<void>
}

type OutgoingOptions = {
  /** Addresses that may be reached besides public ones. */
  allow: AddressBlocks
  lookup?: LookupFunction
}

/** Sends requests to public addresses only. The address that was checked is the one that is connected to. */
export function openOutgoing({ allow, lookup = lookupByDns(dnsLookup([])) }: OutgoingOptions): Outgoing {
  const isReachable = (address: string) => isReachableAddress(address, allow)

  const lookupReachable: LookupFunction = (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : (found ?? [])
      if (error) callback(error, '')
      // One private address is enough: a host with both could lead either way.
      else if (!addresses.every(({ address }) => isReachable(address))) callback(new AddressRefused(host), '')
      else if (options.all) callback(null, addresses)
      else callback(null, addresses[0]!.address, addresses[0]!.family)
    })

  /** Node connects to an IP address without a lookup. */
  function parseUrl(text: string): URL {
    const url = new URL(text)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    if (!isWeb || (isIP(host) > 0 && !isReachable(host))) throw new AddressRefused(url.host)
    return url
  }

  return {
    async send({ url: text, method = 'GET', headers, body, timeout, maxBytes }) {
      const url = parseUrl(text)
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method,
        headers: { 'accept-encoding': 'identity', ...headers },
        lookup: lookupReachable,
        // A connection of its own for each request, since a kept one was opened for an earlier lookup.
        agent: false,
        signal: AbortSignal.timeout(timeout),
      })
      request.on('response', resolve).on('error', reject).end(body)
      const response = await promise
      try {
        return {
          status: response.statusCode!,
          headers: response.headers,
          body: maxBytes ? await readBody(response, maxBytes) : NO_BODY,
        }
      } finally {
        request.destroy()
      }
    },
    async requireReachable(text) {
      const host = parseUrl(text).hostname
      if (isIP(host.replace(/^\[|\]$/g, '')) > 0) return
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      lookupReachable(host, { all: true }, (error) => {
        if (error instanceof AddressRefused) reject(error)
        else if (error?.code === 'ENOTFOUND') reject(new AddressRefused(host))
        else resolve()
      })
      await promise
    },
  }
}

const LOCALHOST = /(^|\.)localhost\.?$/i

/**
 * Asks name servers without a thread of Node's pool, which files and passwords share: a slow server of a name that a business
 * typed would occupy one.
 */
export function lookupByDns(ask: DnsLookup): LookupFunction {
  return async (host, _, callback) => {
    // This machine by RFC 6761, which name servers do not answer.
    if (LOCALHOST.test(host)) return callback(null, [{ address: '127.0.0.1', family: 4 }])
    const answers = await Promise.allSettled([ask({ name: host, type: 'A' }), ask({ name: host, type: 'AAAA' })])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failure = answers.find((answer) => answer.status === 'rejected')
    if (addresses.length > 0) {
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      )
    } else {
      const error = new Error(`${host} has no address`, { cause: failure?.reason })
      callback(Object.assign(error, { code: failure ? 'EAI_AGAIN' : 'ENOTFOUND' }), '')
    }
  }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new AnswerRefused(`the answer is compressed with ${encoding}`)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new AnswerRefused(`the answer is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
