import { type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

type Form = {
  host: string
  path: string
  headers?: Record<string, string>
  field: string
  bytes: Buffer
  /** The number of bytes at the end that are sent by `finish`; 0 by default. */
  withheld?: number
}

/** Uploads a file by form over a connection of its own; `answer` rejects when there is none. */
export function sendForm(app: FastifyInstance, { host, path, headers, field, bytes, withheld = 0 }: Form) {
  const { port } = app.server.address() as AddressInfo
  const boundary = 'a-boundary'
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="x.png"\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const outgoing = request({
    agent: false,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api${path}`,
    headers: {
      host,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
      ...headers,
    },
  })
  const answer = new Promise<{ status: number; headers: IncomingHttpHeaders; body: unknown }>((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', async (incoming) => {
      try {
        const text = Buffer.concat(await incoming.toArray()).toString()
        resolve({ status: incoming.statusCode!, headers: incoming.headers, body: JSON.parse(text) })
      } catch (error) {
        reject(error)
      }
    })
  })
  answer.catch(() => {})
  const sent = Math.max(0, body.length - withheld)
  outgoing.flushHeaders()
  outgoing.write(body.subarray(0, sent))
  if (withheld === 0) outgoing.end()
  return {
    answer,
    finish: () => outgoing.end(body.subarray(sent)),
    abort: () => outgoing.destroy(),
  }
}
