import type { Pool } from '../../../database/connection.ts'
import { consume, rateLimiter } from '../../../plugins/limits/rate-limits.ts'
import type { Context } from '../../../tenants/context.ts'
import { LogInLimitReached } from './errors.ts'
import { type Attempt, NO_USER } from './known-device.ts'

const QUARTER = 15 * 60
const HOUR = 3600
const DAY = 24 * HOUR

/** Failed attempts per network address, per account and device, and per account and day. */
const PER_ADDRESS = 40
const PER_DEVICE = 10
const PER_DAY = 100

/** Failures of a business that are recorded within an hour. */
const RECORDED_FAILURES = 100

/** Requests for password links per network address, and links sent per account. */
const LINK_REQUESTS_PER_ADDRESS = 10
const LINKS = 3
const LINKS_PER_DAY = 10

/**
 * Limits guessing of passwords. Each device has its own attempts per account, so an attacker does not lock out the user.
 * Unknown devices share a hundred attempts a day; known devices are counted separately. Every attempt takes a point before it is
 * checked, so concurrent ones are counted; success refunds it.
 */
export function logInLimits(pool: Pool) {
  const perAddress = rateLimiter(pool, 'log-in-address', PER_ADDRESS, QUARTER)
  const perDevice = rateLimiter(pool, 'log-in-device', PER_DEVICE, QUARTER)
  const perDay = rateLimiter(pool, 'log-in-day', PER_DAY, DAY)
  const failed = rateLimiter(pool, 'log-in-failure', RECORDED_FAILURES, HOUR)
  const requested = rateLimiter(pool, 'link-address', LINK_REQUESTS_PER_ADDRESS, QUARTER)
  const sent = rateLimiter(pool, 'link-account', LINKS, QUARTER)
  const sentPerDay = rateLimiter(pool, 'link-day', LINKS_PER_DAY, DAY)

  return {
    /**
     * Takes a point; throws 429 when none is left. Returns `refund` and whether this was the last attempt of unknown devices at
     * this account today.
     */
    async take(ctx: Context, attempt: Attempt) {
      const { onDevice, account, address } = attemptKeys(ctx, attempt)
      if (!attempt.isKnown) await consume(perAddress, address)
      await consume(perDevice, onDevice)
      const { consumedPoints, msBeforeNext } = await perDay.penalty(account)
      if (consumedPoints > PER_DAY) throw new LogInLimitReached(msBeforeNext)
      return {
        isLastUnknownAttempt: !attempt.isKnown && consumedPoints === PER_DAY,
        async refund() {
          await Promise.all([
            !attempt.isKnown && perAddress.reward(address),
            perDevice.delete(onDevice),
            perDay.reward(account),
          ])
        },
      }
    },

    /**
     * Counts a failure in an hour, from an address at an account. Returns the count if it is to be recorded: the first,
     * tenth, hundredth and so on, and beyond RECORDED_FAILURES of the business only when those of all reach a power of ten.
     */
    async countFailure({ tenant, clientAddress }: Context, user: { id: number } | undefined) {
      const addressPenalty = await failed.penalty(`${tenant.id}/${user?.id ?? NO_USER}/${clientAddress}`)
      if (!isPowerOfTen(addressPenalty.consumedPoints)) return undefined
      const all = await failed.penalty(`${tenant.id}/`)
      const isRecorded = all.consumedPoints <= RECORDED_FAILURES || isPowerOfTen(all.consumedPoints)
      return isRecorded ? addressPenalty.consumedPoints : undefined
    },

    /** Counts an invalid link. Throws 429 after too many; valid links are never limited. */
    async countWrongLink(ctx: Context, address: string) {
      await consume(perAddress, `${ctx.tenant.id}/${address}`)
    },

    /**
     * Whether one more password link may be sent to an account. Callers drop the request silently otherwise: earlier links stay
     * valid for a day, so an attacker cannot block the user. Throws 429 for a network address with too many requests.
     */
    async mayRequestLink(ctx: Context, attempt: Attempt) {
      const { account, address } = attemptKeys(ctx, attempt)
      if (!attempt.isKnown) await consume(requested, address)
      const counts = await Promise.all([sent.penalty(account), sentPerDay.penalty(account)])
      return counts[0].consumedPoints <= LINKS && counts[1].consumedPoints <= LINKS_PER_DAY
    },

    /** Call when all earlier links have been revoked. */
    async resetLinks(ctx: Context, userId: number) {
      await Promise.all([sent, sentPerDay].map((limiter) => limiter.delete(`${ctx.tenant.id}/${userId}`)))
    },
  }
}

export type LogInLimits = ReturnType<typeof logInLimits>

const isPowerOfTen = (count: number) => Number.isInteger(Math.log10(count))

/** Keys contain no e-mail addresses. `account` is shared by all unknown devices; a known one has its own. */
function attemptKeys({ tenant }: Context, { account, device, isKnown, address }: Attempt) {
  const onDevice = `${tenant.id}/${account}/${device}`
  return { onDevice, account: isKnown ? onDevice : `${tenant.id}/${account}`, address: `${tenant.id}/${address}` }
}
