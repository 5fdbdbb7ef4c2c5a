import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export type ReceivedEvent = { event: string; data: unknown; id?: string }

/** Opens a stream of server-sent events on a listening app or port, and collects its events. */
export async function openStream(at: FastifyInstance | number, host: string, path: string, headers: object) {
  const port = typeof at === 'number' ? at : (at.server.address() as AddressInfo).port
  const events: ReceivedEvent[] = []
  let text = ''
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path: `/api${path}`, headers: { host, ...headers } }, resolve)
    call.on('error', reject)
    call.end()
  })
  let ended = false
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block
          .split('\n')
          .filter((line) => !line.startsWith(':'))
          .map((line) => line.split(': ', 2) as [string, string]),
      )
      if (fields.event)
        events.push({ event: fields.event, data: JSON.parse(fields.data!), ...(fields.id && { id: fields.id }) })
    }
  })
  for (const end of ['end', 'error', 'close']) response.on(end, () => (ended = true))
  return {
    status: response.statusCode,
    headers: response.headers,
    events,
    get ended() {
      return ended
    },
    close: () => response.destroy(),
  }
}

/** Opens a stream again while the process answers 503, as it does on an overloaded machine. */
export async function openStreamUntilServed(...call: Parameters<typeof openStream>) {
  let stream = await openStream(...call)
  while (stream.status === 503) {
    stream.close()
    await sleep(200)
    stream = await openStream(...call)
  }
  return stream
}
