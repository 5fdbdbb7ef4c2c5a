import type { Pool } from '../../database/connection.ts'
import { tooMany } from '../../lib/errors.ts'
import { consume, rateLimiter } from '../../plugins/rate-limits.ts'
import type { Context } from '../../tenants/context.ts'
import type { Attempt } from './known-device.ts'

const QUARTER = 15 * 60
const DAY = 24 * 3600

/** Wrong passwords and links from an address, whosever; of one account from one place; and of one account altogether. */
const OF_ADDRESS = 40
const OF_PLACE = 10
const IN_A_DAY = 100

/** Requests for a link to a new password from an address, and links that an account is sent. */
const ASKED_OF_ADDRESS = 10
const LINKS = 3
const LINKS_IN_A_DAY = 10

const TOO_MANY_TODAY =
  'Troppi tentativi con una password sbagliata: accedi da dove l’hai già fatto, oppure scegli una nuova password con «Password dimenticata?».'

/**
 * Counts what guessers do, where they do it: a place has its own tries at an account, so who uses up theirs keeps out nobody
 * else. All unknown places together have a hundred a day; where its user has logged in before an account is counted apart from these,
 * too. Every try takes a point before it is looked at, so that many at once are counted, and a success gives it back.
 */
export function logInLimits(pool: Pool) {
  const ofAddress = rateLimiter(pool, 'log-in-address', OF_ADDRESS, QUARTER)
  const ofPlace = rateLimiter(pool, 'log-in-place', OF_PLACE, QUARTER)
  const inADay = rateLimiter(pool, 'log-in-day', IN_A_DAY, DAY)
  const asked = rateLimiter(pool, 'link-address', ASKED_OF_ADDRESS, QUARTER)
  const sent = rateLimiter(pool, 'link-account', LINKS, QUARTER)
  const sentInADay = rateLimiter(pool, 'link-day', LINKS_IN_A_DAY, DAY)

  return {
    /**
     * Takes a point. Throws 429 when there is none. Answers what gives it back, and whether strangers have none left at
     * this account for the rest of the day.
     */
    async take(ctx: Context, attempt: Attempt) {
      const { here, account, address } = keysOf(ctx, attempt)
      if (!attempt.isKnown) await consume(ofAddress, address)
      await consume(ofPlace, here)
      const { consumedPoints, msBeforeNext } = await inADay.penalty(account)
      if (consumedPoints > IN_A_DAY) throw tooMany(TOO_MANY_TODAY, msBeforeNext)
      return {
        isLastOfStrangers: !attempt.isKnown && consumedPoints === IN_A_DAY,
        async giveBack() {
          await Promise.all([
            !attempt.isKnown && ofAddress.reward(address),
            ofPlace.delete(here),
            inADay.reward(account),
          ])
        },
      }
    },

    /** Counts a link that was none. Throws 429 after too many of these; one that is good is never refused. */
    async countWrongLink(ctx: Context, address: string) {
      await consume(ofAddress, `${ctx.tenant.id}/${address}`)
    },

    /**
     * Whether an account may be sent one more link to a new password. It says no in silence: the links sent before
     * are good for a day, so strangers who use up an account's messages keep nobody out. Throws 429 for an address that asks
     * for too many.
     */
    async mayAskForLink(ctx: Context, attempt: Attempt) {
      const { account, address } = keysOf(ctx, attempt)
      if (!attempt.isKnown) await consume(asked, address)
      const counts = await Promise.all([sent.penalty(account), sentInADay.penalty(account)])
      return counts[0].consumedPoints <= LINKS && counts[1].consumedPoints <= LINKS_IN_A_DAY
    },

    /** The links sent before are void, so as many may be sent again. */
    async forgetLinks(ctx: Context, userId: number) {
      await Promise.all([sent, sentInADay].map((limiter) => limiter.delete(`${ctx.tenant.id}/${userId}`)))
    },
  }
}

export type LogInLimits = ReturnType<typeof logInLimits>

/** The counters keep no e-mail addresses. `account` is that of all strangers together, or of a place that is known. */
function keysOf({ tenant }: Context, { account, place, isKnown, address }: Attempt) {
  const here = `${tenant.id}/${account}/${place}`
  return { here, account: isKnown ? here : `${tenant.id}/${account}`, address: `${tenant.id}/${address}` }
}
