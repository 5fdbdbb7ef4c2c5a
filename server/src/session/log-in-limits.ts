import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Pool } from '../database/connection.ts'
import { consume, rateLimiter } from '../plugins/rate-limits.ts'

/** Failed log-ins in a quarter of an hour. */
const PER_ADDRESS = 40
const PER_ACCOUNT = 10
const WINDOW_SECONDS = 15 * 60

/** Links to a new password in a quarter of an hour. */
const LINKS_PER_ADDRESS = 10
const LINKS_PER_ACCOUNT = 3

/** How long an address that somebody logged in from counts as theirs. */
const KNOWN_SECONDS = 30 * 24 * 3600

/** Somebody who tries to log in, from an IP address. */
export type Attempt = { email: string; address: string }

/**
 * Counts log-ins that fail, by account and by address. Every try takes a point before it is looked at,
 * so that many at once are counted too, and a success gives it back.
 *
 * From an address where the account's owner has logged in before, an account is counted apart:
 * strangers who use up its tries keep out themselves, not the owner.
 */
export function logInLimits(pool: Pool) {
  const byAddress = rateLimiter(pool, 'log-in-address', PER_ADDRESS, WINDOW_SECONDS)
  const byAccount = rateLimiter(pool, 'log-in-account', PER_ACCOUNT, WINDOW_SECONDS)
  const asked = rateLimiter(pool, 'link-address', LINKS_PER_ADDRESS, WINDOW_SECONDS)
  const sent = rateLimiter(pool, 'link-account', LINKS_PER_ACCOUNT, WINDOW_SECONDS)
  const known = rateLimiter(pool, 'log-in-known', 1, KNOWN_SECONDS)

  return {
    /** Takes a point of those who name no account. Throws 429 when there is none. Answers what gives it back. */
    async takeOfAddress(ctx: Context, address: string) {
      const place = `${ctx.tenant.id}/${address}`
      await consume(byAddress, place)
      return () => byAddress.reward(place)
    },

    /**
     * Whether an account may be sent one more link to a new password. It says no in silence: the links sent before
     * are good for a day, so strangers who use up an account's messages keep nobody out.
     */
    async mayAskForLink(ctx: Context, { email, address }: Attempt) {
      await consume(asked, `${ctx.tenant.id}/${address}`)
      const { consumedPoints } = await sent.penalty(`${ctx.tenant.id}/${digest(email)}`)
      return consumedPoints <= LINKS_PER_ACCOUNT
    },

    /** Takes a point. Throws 429 when there is none. Answers what gives it back. */
    async take(ctx: Context, { email, address }: Attempt) {
      const place = `${ctx.tenant.id}/${address}`
      const account = `${ctx.tenant.id}/${digest(email)}`
      const here = `${account}/${address}`
      const tries = (await known.get(here)) ? here : account

      await consume(byAddress, place)
      await consume(byAccount, tries)
      return async () => {
        await Promise.all([byAddress.reward(place), byAccount.delete(tries), known.set(here, 1, KNOWN_SECONDS)])
      }
    },
  }
}

export type LogInLimits = ReturnType<typeof logInLimits>

/** The counters keep no e-mail addresses. */
const digest = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url')
