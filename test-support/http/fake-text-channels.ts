import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TextChannelSettings } from '../../server/src/settings/text-channels.ts'

/** How a fake server treats the next requests: it answers, or closes the connection without an answer. */
type Behaviour = { status: number; body?: unknown } | 'lose'

type Sent = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

/** Where another process reads the requests that a fake server has received. */
export const REQUESTS_PATH = '/received-requests'

/** A server that answers as told and keeps its requests. */
export async function fakeServer(works: Behaviour) {
  const requests: Sent[] = []
  let behaviour = works
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url: path = '', headers } = request
    if (path === REQUESTS_PATH) return response.end(JSON.stringify(requests))
    requests.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
    if (behaviour === 'lose') return request.socket.destroy()
    response.writeHead(behaviour.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(behaviour.body ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    does(next: Behaviour = works) {
      behaviour = next
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const WHATSAPP_SECRETS = { appSecret: 'un segreto di Meta', verifyToken: 'parola-di-verifica' }

/** Local servers that speak the Cloud API of WhatsApp and an SMS gateway, with the settings that lead to them. */
export async function fakeTextChannels() {
  const whatsapp = await fakeServer({
    status: 200,
    body: { messages: [{ id: 'wamid.x', message_status: 'accepted' }] },
  })
  const sms = await fakeServer({ status: 202 })
  const settings: TextChannelSettings = {
    whatsapp: {
      apiUrl: whatsapp.url,
      token: 'EAAG',
      phoneNumberId: '106540352242922',
      templates: { confirmation: 'prenoto_conferma', reminder: 'prenoto_promemoria' },
      price: 3.5,
      ...WHATSAPP_SECRETS,
    },
    sms: {
      url: `${sms.url}/send`,
      method: 'POST',
      headers: { authorization: 'Bearer chiave' },
      json: { to: '{to}', text: '{text}', ref: '{id}' },
      price: 6,
    },
  }
  return {
    whatsapp,
    sms,
    settings,
    close() {
      whatsapp.close()
      sms.close()
    },
  }
}
