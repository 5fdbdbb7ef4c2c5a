import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedWebhook = { path: string; headers: IncomingHttpHeaders; body: string; status: number }

/** A program that receives webhooks on loopback; `answer` chooses the status by path, 204 by default. */
export async function webhookReceiver() {
  const received: ReceivedWebhook[] = []
  const receiver = {
    received,
    answer: (_path: string): number | Promise<number> => 204,
    url: '',
    close: async () => {},
  }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const path = request.url!
    const status = await receiver.answer(path)
    received.push({ path, headers: request.headers, body, status })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  receiver.close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return receiver
}
