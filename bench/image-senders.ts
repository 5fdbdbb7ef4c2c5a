import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'

/**
 * Those who send pictures, as a process of their own, so that whoever measures is not held up by them. Tells when the
 * pictures are ready; told whom to send them for, sends them all at once and tells what came of each.
 */

export type Sender = { domain: string; token: string }
export type Rush = { port: number; senders: Sender[]; pictures: number }

/** The last status, and how often the sender was asked to come back later before. */
export type Outcome = { status: number; refusals: number }

/** 25 megapixels less a few. */
const WIDE = { width: 5760, height: 4320 }

/** Seconds after which a sender that is asked again and again to come back later gives up. */
const PATIENCE = 180

/** What cameras and designers send: noisy photos of 5 and of 2 MB, drawings. */
async function makePictures(): Promise<Buffer[]> {
  const channels = 3
  const coarse = { raw: { width: 96, height: 72, channels } } as const
  const ground = await sharp(randomBytes(96 * 72 * channels), coarse)
    .resize({ ...WIDE, kernel: 'cubic' })
    .raw()
    .toBuffer()
  const grain = randomBytes(1 << 20)
  for (let i = 0; i < ground.length; i++)
    ground[i] = Math.min(255, Math.max(0, ground[i]! + (grain[i & (grain.length - 1)]! % 15) - 7))
  const photo = sharp(ground, { raw: { ...WIDE, channels } })
  const drawing = sharp({ create: { ...WIDE, channels: 4, background: '#1d4ed8' } })
  const [large, small, png, webp] = await Promise.all([
    photo.clone().jpeg({ quality: 91 }).toBuffer(),
    photo.clone().jpeg({ quality: 80 }).toBuffer(),
    drawing.png().toBuffer(),
    photo.clone().webp({ quality: 75, effort: 0 }).toBuffer(),
  ])
  return [large, large, large, large, large, small, small, small, png, webp]
}

type Sending = { agent: Agent; port: number; sender: Sender; picture: Buffer }

/** Sends a picture until it is stored, as often as the server asks to come back later. */
async function store(sending: Sending): Promise<Outcome> {
  const end = performance.now() + PATIENCE * 1000
  for (let refusals = 0; ; refusals++) {
    const { status, retryAfter } = await send(sending)
    if (status !== 503 || performance.now() > end) return { status, refusals }
    await sleep((retryAfter + Math.random()) * 1000)
  }
}

function send({ agent, port, sender, picture }: Sending) {
  const boundary = '----rush'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: image/jpeg\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const { promise, resolve } = Promise.withResolvers<{ status: number; retryAfter: number }>()
  const outgoing = request(
    {
      agent,
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/upload',
      headers: {
        host: sender.domain,
        authorization: `Bearer ${sender.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + picture.length + tail.length,
      },
    },
    (incoming) => {
      incoming.resume()
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode!, retryAfter: Number(incoming.headers['retry-after'] ?? 1) }),
      )
    },
  )
  // A connection that is closed under the sender counts as an answer that never came.
  outgoing.on('error', () => resolve({ status: 0, retryAfter: 1 }))
  outgoing.write(head)
  outgoing.write(picture)
  outgoing.end(tail)
  return promise
}

const kinds = await makePictures()

process.on('message', async ({ port, senders, pictures }: Rush) => {
  const agent = new Agent({ keepAlive: true })
  const outcomes = await Promise.all(
    Array.from({ length: pictures }, (_, i) =>
      store({ agent, port, sender: senders[i % senders.length]!, picture: kinds[i % kinds.length]! }),
    ),
  )
  agent.destroy()
  process.send!(outcomes)
})
process.send!('ready')
