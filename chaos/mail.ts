import { setTimeout as sleep } from 'node:timers/promises'
import { openWire } from '@prenoto/test-support/postgres-wire.ts'
import { smtpServer } from '@prenoto/test-support/smtp-server.ts'
import PostalMime from 'postal-mime'
import { type Dice, dice } from '../server/src/features/demo/random.ts'
import type { EventLog } from './event-log.ts'

type Mode = 'normal' | 'slow' | 'rejecting' | 'losing answers'

/** The longest delay of a slow answer, milliseconds. */
const SLOWNESS = 6_000

/** One message in so many is rejected, or loses its answer, in such a mode. */
const ONE_IN = 3

/** The private link of a waiting-list entry. */
const WAITING_LINK = /\/waiting-list\/[\w-]{22,}/

export type MailServer = Awaited<ReturnType<typeof startMail>>

/** A real SMTP server that can be down or slow, reject messages, or accept one and lose the answer. */
export async function startMail(eventLog: EventLog, findForeign: (text: string, to: string) => string[]) {
  let mode: Mode = 'normal'
  let random: Dice = dice(0)
  const parsing: Promise<void>[] = []
  const waitingLinks = new Map<string, string>()

  const smtp = await smtpServer({
    async refuse(_to, stage) {
      if (mode === 'slow') await sleep(random.below(SLOWNESS))
      if (stage === 'rcpt') return undefined
      if (mode === 'rejecting' && random.below(ONE_IN) === 0) return 451
      if (mode === 'losing answers' && random.below(ONE_IN) === 0) {
        wire.cut()
        setTimeout(wire.mend, 50)
      }
      return undefined
    },
    taken({ raw, to }) {
      const at = Date.now()
      parsing.push(
        PostalMime.parse(raw).then(({ messageId = '', subject = '', text = '', html = '' }) => {
          const foreign = findForeign(`${subject} ${text} ${html}`, to)
          eventLog.write({ kind: 'mail', at, to, messageId, subject, foreign })
          const [link] = WAITING_LINK.exec(text) ?? []
          if (link) waitingLinks.set(to, link)
        }),
      )
    },
  })
  const wire = await openWire(smtp.port)

  return {
    url: `smtp://127.0.0.1:${wire.port}`,
    async behave(as: Mode, { lasts, seed }: { lasts: number; seed: number }) {
      random = dice(seed)
      mode = as
      await sleep(lasts)
      mode = 'normal'
    },
    async stopFor(milliseconds: number) {
      wire.cut()
      await sleep(milliseconds)
      wire.mend()
    },
    waitingLinkOf: (to: string) => waitingLinks.get(to),
    /** Resolves once every accepted message is in the event log. */
    settle: () => Promise.all(parsing),
    async close() {
      await wire.close()
      await smtp.close()
    },
  }
}
