import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Pool } from '../../database/connection.ts'
import { tenantDatabase } from '../../database/tenant-database.ts'
import type { Clock } from '../../lib/clock.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import type { Jobs } from '../../queue/queue.ts'
import type { WhatsAppSettings } from '../../settings/text-channels.ts'
import type { Context } from '../../tenants/context.ts'
import { findTenant } from '../../tenants/tenants.repository.ts'
import { failTexts, updateTexts } from './text-outcomes.ts'

const PATH = '/webhooks/whatsapp'

/** Meta sends up to 3 MB. */
const MAX_BODY = 3 * 1024 * 1024

export type Answer = {
  /** '+393331234567' */
  from: string
  /** Undefined for a picture, a voice message and the like. */
  text: string | undefined
}

export type AnswerParts = {
  pool: Pool
  now: Temporal.Instant
  findContext: (tenantId: number) => Promise<Context | undefined>
}

type WebhookParts = {
  settings: WhatsAppSettings | undefined
  pool: Pool
  jobs: Jobs
  clock: Clock
  receiveAnswer: (answer: Answer, parts: AnswerParts) => Promise<void>
}

/** Takes what WhatsApp reports of messages, and answers to them, on every domain. Without the channel it is not served. */
export async function serveWhatsAppWebhook(app: FastifyInstance, { settings, ...parts }: WebhookParts) {
  if (!settings) return
  await app.register(async (webhook) => {
    webhook.removeAllContentTypeParsers()
    webhook.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    )
    const options = { schema: { hide: true }, handlerTimeout: REQUEST_TIMEOUT }
    webhook.get(PATH, options, async (request, reply) => answerChallenge(request, reply, settings))
    webhook.post(PATH, options, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSigned(body, request.headers['x-hub-signature-256'], settings.appSecret)) return reply.code(401).send()
      await receive(body, parts)
      parts.jobs.wake()
      return reply.code(200).send()
    })
  })
}

const challenge = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string(),
})

/** Meta asks once, when the webhook is set up. */
function answerChallenge({ query }: FastifyRequest, reply: FastifyReply, { verifyToken }: WhatsAppSettings) {
  const { data } = challenge.safeParse(query)
  if (!data || !isSame(data['hub.verify_token'], verifyToken)) return reply.code(401).send()
  return reply.type('text/plain; charset=utf-8').send(data['hub.challenge'])
}

const digest = (text: string) => createHmac('sha256', 'compared').update(text).digest()

/** In constant time. */
const isSame = (value: string, expected: string) => timingSafeEqual(digest(value), digest(expected))

function isSigned(body: Buffer, signature: unknown, secret: string) {
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return typeof signature === 'string' && isSame(signature, expected)
}

const delivery = z.object({
  status: z.string(),
  biz_opaque_callback_data: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ code: z.number() }))),
})
const answer = z.object({
  from: z.string(),
  type: z.optional(z.string()),
  text: z.optional(z.object({ body: z.string() })),
  button: z.optional(z.object({ text: z.string() })),
})
const report = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({ statuses: z.optional(z.array(delivery)), messages: z.optional(z.array(z.unknown())) }),
        }),
      ),
    }),
  ),
})

/** Reports that cannot be parsed are ignored: they concern messages we did not send. */
async function receive(body: Buffer, parts: Omit<WebhookParts, 'settings'>) {
  const { data } = report.safeParse(parseBody(body))
  const values = data?.entry.flatMap(({ changes }) => changes.map(({ value }) => value)) ?? []
  const reports = values.flatMap(({ statuses = [] }) => statuses.flatMap((one) => toReport(one) ?? []))
  for (const [tenantId, tenantReports] of Map.groupBy(reports, ({ tenantId }) => tenantId)) {
    const ctx = await findContext(tenantId, parts)
    if (ctx) for (const report of tenantReports) await record(ctx, report)
  }
  for (const message of values.flatMap(({ messages = [] }) => messages)) {
    const { data } = answer.safeParse(message)
    // A reaction to a message says nothing.
    if (!data || data.type === 'reaction') continue
    const received = { from: `+${data.from}`, text: data.text?.body ?? data.button?.text }
    await parts.receiveAnswer(received, {
      pool: parts.pool,
      now: parts.clock(),
      findContext: (id) => findContext(id, parts),
    })
  }
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

type Report = { tenantId: number; id: number; status: string; reason: string }

/** Undefined for a message that is not ours: see `messageRef`. */
function toReport({
  status,
  biz_opaque_callback_data: ref = '',
  errors,
}: z.infer<typeof delivery>): Report | undefined {
  const [, tenantId, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(ref) ?? []
  if (!tenantId || !id) return undefined
  return { tenantId: Number(tenantId), id: Number(id), status, reason: String(errors?.[0]?.code ?? 'failed') }
}

/** A pause of a business does not stop what is only recorded. */
async function findContext(
  tenantId: number,
  { pool, clock, jobs }: Omit<WebhookParts, 'settings'>,
): Promise<Context | undefined> {
  const db = tenantDatabase(pool, tenantId).evenPaused()
  const tenant = await findTenant(db, tenantId)
  return tenant && { db, tenant, now: clock(), jobs }
}

/** Reports may come twice and in any order: a state never goes back. */
function record(ctx: Context, { id, status, reason }: Report) {
  switch (status) {
    case 'sent':
      return updateTexts(ctx, [id], { from: ['unknown'], to: 'accepted' })
    case 'delivered':
      return updateTexts(ctx, [id], { from: ['sending', 'unknown', 'accepted', 'failed'], to: 'delivered' })
    case 'read':
      return updateTexts(ctx, [id], { from: ['sending', 'unknown', 'accepted', 'delivered', 'failed'], to: 'read' })
    case 'failed':
      return failTexts(ctx, [id], { from: ['sending', 'unknown', 'accepted'], reason, isFree: true })
  }
}
