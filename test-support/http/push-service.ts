import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

/** A message that the service has accepted or refused. */
type Received = { message: unknown; ttl: number; topic: string; urgency: string; vapidKey: string; subject: string }

type Device = {
  subscription: { endpoint: string; p256dh: string; auth: string }
  received: Received[]
  /** The statuses of the next answers; 201 after them. */
  answers: (number | 'none' | { status: number; retryAfter: string })[]
}

/** A push service as of RFC 8030 on this computer, which decrypts the messages in the place of the devices (RFC 8291). */
export async function startPushService(port = 0) {
  const devices = new Map<string, Device & { read: (body: Buffer) => unknown }>()
  const server = createServer(async (request, response) => {
    const device = devices.get(request.url!)
    if (!device) return response.writeHead(404).end()
    const { ttl, topic, urgency, authorization = '' } = request.headers
    device.received.push({
      message: device.read(await buffer(request)),
      ttl: Number(ttl),
      topic: String(topic),
      urgency: String(urgency),
      ...verifyVapid(authorization, origin),
    })
    const answer = device.answers.shift() ?? 201
    if (answer === 'none') return request.socket.destroy()
    const { status, retryAfter } = typeof answer === 'number' ? { status: answer, retryAfter: undefined } : answer
    return response
      .writeHead(status, {
        location: 'http://127.0.0.1:1/elsewhere',
        ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      })
      .end('An answer of the push service')
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })

  function newDevice(): Device {
    const path = `/push/${randomBytes(16).toString('base64url')}`
    const keys = createECDH('prime256v1')
    const publicKey = keys.generateKeys()
    const auth = randomBytes(16)
    const device = {
      subscription: {
        endpoint: origin + path,
        p256dh: publicKey.toString('base64url'),
        auth: auth.toString('base64url'),
      },
      received: [],
      answers: [],
      read: (body: Buffer) => JSON.parse(decrypt(body, { keys, auth })),
    }
    devices.set(path, device)
    return device
  }

  return { origin, newDevice }
}

/** A port at which no server listens now, for a push service that starts later. */
export async function freePushPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** The content of a message that is encrypted as `aes128gcm` in one record (RFC 8188). */
function decrypt(body: Buffer, { keys, auth }: { keys: ReturnType<typeof createECDH>; auth: Buffer }) {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const sealed = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const content = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return content.subarray(0, content.lastIndexOf(2)).toString()
}

/** Checks the signature of a request and its audience (RFC 8292). */
function verifyVapid(authorization: string, audience: string) {
  const [, token = '', vapidKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(vapidKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ]
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (!isSigned || aud !== audience) throw new Error('The request is not signed for this push service')
  return { vapidKey, subject: sub as string }
}
