import type { Connections } from '../../database/connections.ts'
import { tenantDatabase } from '../../database/tenant-database.ts'
import { countRecipient } from '../../outbox/recipients.repository.ts'
import { consume, rateLimiter } from '../../plugins/limits/rate-limits.ts'
import { MailboxLimitReached, OpeningLimitReached } from './errors.ts'

/** Links that a mailbox gets in a day. */
const LINKS_PER_MAILBOX = 5

/** Addresses that a network address checks in ten minutes; the page asks once for each pause in typing. */
const CHECKS = 60

/** Confirmations and readings of links in ten minutes, per network address. */
const LINK_USES = 60

const TEN_MINUTES = 600
const HOUR = 3600

/** Pseudo tenant whose counters are those of the sign-up. */
const SIGN_UP = -1

export type SignUpLimits = ReturnType<typeof signUpLimits>

/** The limits of the sign-up, counted in the database across processes; without `isOn` there are none. */
export function signUpLimits(
  { app, limits: pool }: Connections,
  { perHour, isOn }: { perHour: number; isOn: boolean },
) {
  const checks = rateLimiter(pool, 'sign-up-check', CHECKS, TEN_MINUTES)
  const links = rateLimiter(pool, 'sign-up-link', LINK_USES, TEN_MINUTES)
  const openings = rateLimiter(pool, 'sign-up-opening', perHour, HOUR)
  const db = tenantDatabase(app, SIGN_UP)

  return {
    async countCheck(clientAddress: string) {
      if (isOn) await consume(checks, clientAddress)
    },
    async countLinkUse(clientAddress: string) {
      if (isOn) await consume(links, clientAddress)
    },
    /**
     * Counts an e-mail to a mailbox, of which only a hash is stored; `refund` takes it back. Throws 429 after too many in a day,
     * which do not count.
     */
    async countEmail(email: string) {
      if (!isOn) return { refund: async () => {} }
      const count = (emails: number) =>
        db.inTransaction(async (db) => {
          const { here } = await countRecipient({ db, tenant: { id: SIGN_UP } }, email, { emails })
          if (here.emails > LINKS_PER_MAILBOX) throw new MailboxLimitReached(here.milliseconds_left)
        })
      await count(1)
      return { refund: () => count(-1) }
    },
    /** Reserves one of the businesses of this hour; `release` gives it back. Throws 429 if none is left. */
    async reserveOpening() {
      if (!isOn) return { release: async () => {} }
      const { consumedPoints, msBeforeNext } = await openings.penalty('all')
      const release = () => openings.reward('all')
      if (consumedPoints <= perHour) return { release }
      await release()
      throw new OpeningLimitReached(msBeforeNext)
    },
  }
}
