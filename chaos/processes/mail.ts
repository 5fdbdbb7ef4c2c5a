import { setTimeout as sleep } from 'node:timers/promises'
import { smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import PostalMime from 'postal-mime'
import { type Dice, dice } from '../../server/src/features/operations/demo/random.ts'
import type { EventLog } from '../event-log.ts'

type Mode = 'normal' | 'slow' | 'rejecting' | 'losing answers'

/** The longest delay of a slow answer, milliseconds. */
const SLOWNESS = 6_000

/** In a failure mode, one message in this number is rejected or loses its answer. */
const ONE_IN = 3

export type MailServer = Awaited<ReturnType<typeof startMail>>

/** A real SMTP server that can be down or slow, reject messages, or accept one and lose the answer. */
export async function startMail(eventLog: EventLog, findForeign: (text: string, to: string) => string[]) {
  let mode: Mode = 'normal'
  let random: Dice = dice(0)
  const parsing: Promise<void>[] = []

  const smtp = await smtpServer({
    async refuse(_to, stage) {
      if (mode === 'slow') await sleep(random.below(SLOWNESS))
      if (stage === 'rcpt') return undefined
      if (mode === 'rejecting' && random.below(ONE_IN) === 0) return 451
      if (mode === 'losing answers' && random.below(ONE_IN) === 0) {
        proxy.cut()
        setTimeout(proxy.repair, 50)
      }
      return undefined
    },
    onMessage({ raw, to }) {
      const at = Date.now()
      parsing.push(
        PostalMime.parse(raw).then(({ messageId = '', subject = '', text = '', html = '' }) => {
          const foreign = findForeign(`${subject} ${text} ${html}`, to)
          eventLog.write({ kind: 'mail', at, to, messageId, subject, foreign })
        }),
      )
    },
  })
  const proxy = await openTcpProxy(smtp.port)

  return {
    url: `smtp://127.0.0.1:${proxy.port}`,
    async behave(as: Mode, by: Dice, lasts: number) {
      random = by
      mode = as
      await sleep(lasts)
      mode = 'normal'
    },
    async stopFor(milliseconds: number) {
      proxy.cut()
      await sleep(milliseconds)
      proxy.repair()
    },
    /** Resolves once every accepted message is in the event log. */
    settle: () => Promise.all(parsing),
    async close() {
      await proxy.close()
      await smtp.close()
    },
  }
}
