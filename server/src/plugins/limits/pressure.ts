import { isTrapFilled } from '@prenoto/core/fields/contact-fields.ts'
import { formatWait } from '@prenoto/core/time/format.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from '../../database/connection.ts'
import { ProofOfWorkRequired, tooMany } from '../../lib/errors.ts'
import type { Context } from '../../tenants/context.ts'
import { addressBlock, clientAddress } from '../client-address.ts'
import { MAX_LEVEL, type ProofOfWork } from './proof-of-work.ts'
import { addPoints } from './rate-limits.repository.ts'

/**
 * Forms that anyone can send. Valid requests to one business in ten minutes: `address` and `block` are sent without a
 * proof of work; beyond `most` without one from an address, which may be a mobile carrier's, the form is refused.
 */
const FORMS = {
  booking: { address: 20, block: 60, most: 300 },
  hold: { address: 6, block: 20, most: 60 },
  contact: { address: 3, block: 20, most: 60 },
  waiting: { address: 10, block: 30, most: 120 },
  'my-bookings': { address: 5, block: 30, most: 60 },
  'sign-up': { address: 3, block: 20, most: 20 },
} as const

export type Form = keyof typeof FORMS

/** E-mails with links to open a business that the installation sends in an hour without a proof of work. */
const FREE_SIGN_UPS = 30

const TEN_MINUTES = 600_000
const HOUR = 3_600_000

/** The pressure on a form, and the proof of work that came with the request. */
export type Pressure = {
  form: Form
  /** The level of the proof of work that the request needs; 0: none. */
  required: number
  /** The level of the proof that the request brings. */
  proof: number
  /** Whether the business has more bookings in this hour than is usual for it. */
  isBurst: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined if limits are off. */
    pressure?: Pressure
  }
  interface FastifyContextConfig {
    form?: Form
  }
  interface FastifyInstance {
    /** Counts a request to a form that is no route of its own; undefined if limits are off. */
    measurePressure?(request: FastifyRequest, form: Form): Promise<Pressure>
  }
}

/** The number of bookings that is usual for a business; the feature of bookings knows it. */
export type Bursts = {
  /** No fewer bookings in an hour are a burst at any business. */
  least: number
  /** The bookings in an hour that are more than usual for this business. */
  from(ctx: Context): Promise<number>
  onBegin(ctx: Context): Promise<void>
}

type PressureParts = { pool: Pool; proofs: ProofOfWork; bursts: Bursts }

/** Pseudo tenant of the form on the provider's own domain. */
const PROVIDER = 0

const getTenantId = ({ ctx }: FastifyRequest) => ctx?.tenant.id ?? PROVIDER

const bookingsKey = (tenantId: number) => `bookings:${tenantId}/hour`

const SIGN_UPS = 'sign-up:all/hour'

/** Measures the pressure on forms, in one statement; processes share the counters. Bookings count once they are made. */
export function measurePressure(app: FastifyInstance, { pool, proofs, bursts }: PressureParts) {
  app.addHook('preHandler', async (request) => {
    const { form } = request.routeOptions.config
    if (form && (request.ctx || form === 'sign-up')) request.pressure = await measure(request, form)
  })
  app.decorate('measurePressure', measure)

  async function measure(request: FastifyRequest, form: Form): Promise<Pressure> {
    const { ctx } = request
    const tenantId = getTenantId(request)
    const proof = await proofs.redeem(getProofHeader(request), { tenantId, form })
    const points = proof > 0 ? 0 : 1
    const [address, of] = [clientAddress(request), `${form}:${tenantId}`]
    const isSignUp = form === 'sign-up'
    const [ofAddress, block, business, signUps] = await addPoints(pool, [
      { key: `${of}/${address}`, milliseconds: TEN_MINUTES, points },
      { key: `${of}/${addressBlock(address)}`, milliseconds: TEN_MINUTES, points },
      { key: bookingsKey(tenantId), milliseconds: HOUR, points: 0 },
      ...(isSignUp ? [{ key: SIGN_UPS, milliseconds: HOUR }] : []),
    ])
    const free = FORMS[form]
    if (ofAddress!.consumedPoints > free.most)
      throw tooMany(`Troppe richieste: riprova tra ${formatWait(ofAddress!.msBeforeNext)}.`, ofAddress!.msBeforeNext)

    const bookings = form === 'booking' || form === 'hold' ? business!.consumedPoints : 0
    const unusual = ctx && bookings >= bursts.least ? await bursts.from(ctx) : Number.POSITIVE_INFINITY
    const required = Math.max(
      isTrapFilled(request.body) ? 1 : 0,
      toLevel(ofAddress!.consumedPoints, free.address),
      toLevel(block!.consumedPoints, free.block),
      toLevel(bookings + 1, unusual),
      toLevel(signUps?.consumedPoints ?? 0, FREE_SIGN_UPS),
    )
    return { form, required, proof, isBurst: bookings >= unusual }
  }

  app.addHook('onResponse', async (request, reply) => {
    const { ctx, pressure } = request
    if (!ctx || pressure?.form !== 'booking' || reply.statusCode >= 400) return
    const [bookingsOfHour] = await addPoints(pool, [{ key: bookingsKey(ctx.tenant.id), milliseconds: HOUR }])
    if (bookingsOfHour!.consumedPoints < bursts.least) return
    const beyond = bookingsOfHour!.consumedPoints - (await bursts.from(ctx))
    // Repeated, in case the process that made the first of them has stopped before it could tell.
    if (beyond >= 0 && beyond % 10 === 0) await bursts.onBegin(ctx)
  })

  app.decorate('addChallenge', async (error: ProofOfWorkRequired, request: FastifyRequest) => {
    error.challenge = await proofs.newChallenge({ tenantId: getTenantId(request), form: error.form }, error.level)
  })
}

/** 0 up to `free` requests, then one more with each doubling. */
const toLevel = (requests: number, free: number) =>
  requests <= free ? 0 : Math.min(MAX_LEVEL, Math.ceil(Math.log2(requests / free)))

const getProofHeader = ({ raw }: FastifyRequest) => {
  const header = raw.headers['proof-of-work']
  return typeof header === 'string' ? header : undefined
}

/**
 * Throws `ProofOfWorkRequired` unless the request brings a proof of this level. One level less suffices, since the
 * pressure may rise while a browser solves its challenge.
 */
export function requireProof(pressure: Pressure | undefined, level = pressure?.required ?? 0) {
  if (!pressure || level === 0 || (pressure.proof > 0 && pressure.proof + 1 >= level)) return
  throw new ProofOfWorkRequired(level, pressure.form)
}
