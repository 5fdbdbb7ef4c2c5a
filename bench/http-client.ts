import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export type Call = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** The client leaves after so many milliseconds, like whoever closes the page. */
  leavesAfter?: number
}

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** After so many milliseconds no answer will come any more. */
const PATIENCE = 60_000

/** Calls a server on this computer as clients of a domain would, over connections that are kept. */
export function httpClient(port: number, domain: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  function send({ method = 'GET', path, headers, body, leavesAfter }: Call): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const options = { agent, host: '127.0.0.1', port, method, path, headers: { host: domain, ...headers } }
    const sent = request(options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode!, headers: incoming.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.setTimeout(PATIENCE, () => sent.destroy(new Error(`${method} ${path}: no answer`)))
    sent.on('error', reject)
    sent.end(body)
    if (leavesAfter === undefined) return promise

    const leaving = setTimeout(() => sent.destroy(), leavesAfter)
    return promise.finally(() => clearTimeout(leaving))
  }

  /** Opens an event stream and reads it for as long as the client lives. */
  function listen(path: string, headers: Record<string, string>) {
    const options = { agent: streams, host: '127.0.0.1', port, path, headers: { host: domain, ...headers } }
    const sent = request(options, (incoming) => incoming.on('error', () => {}).resume())
    sent.on('error', () => {})
    sent.end()
  }

  const streams = new Agent()
  return {
    send,
    listen,
    close() {
      agent.destroy()
      streams.destroy()
    },
  }
}

export type HttpClient = ReturnType<typeof httpClient>

const DECODERS: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

/** The JSON of an answer, however it was compressed. */
export function jsonOf<T>({ headers, body }: Answer): T {
  const decode = DECODERS[headers['content-encoding'] ?? '']
  return JSON.parse(String(decode ? decode(body) : body)) as T
}
