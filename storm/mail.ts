import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { type Dice, dice } from '../server/src/demo/random.ts'
import { smtpServer } from '../server/test/smtp-server.ts'
import { openWire } from '../server/test/wire.ts'
import type { Journal } from './journal.ts'

/** How a mail server may be in a bad mood. */
type Mood = 'well' | 'slow' | 'refuses' | 'loses answers'

/** How long a slow one takes for an answer at most, milliseconds. */
const SLOWNESS = 6_000

/** One message in so many is refused, or has its answer lost, while that is the mood. */
const ONE_IN = 3

/** Of a visit, or of somebody who waits. */
const PRIVATE_LINK = /\/(bookings|waiting)\/[\w-]{22,}/g

export type MailServer = Awaited<ReturnType<typeof startMail>>

/** A real SMTP server that can be away, silent, slow, refuse, or take a message and lose the answer. */
export async function startMail(journal: Journal, foreignIn: (text: string, to: string) => string[]) {
  let mood: Mood = 'well'
  let chance: Dice = dice(0)
  const reading: Promise<void>[] = []
  const links = new Map<string, string[]>()

  const smtp = await smtpServer({
    async refuse(_to, stage) {
      if (mood === 'slow') await sleep(chance.below(SLOWNESS))
      if (stage === 'rcpt') return undefined
      if (mood === 'refuses' && chance.below(ONE_IN) === 0) return 451
      if (mood === 'loses answers' && chance.below(ONE_IN) === 0) {
        wire.cut()
        setTimeout(wire.mend, 50)
      }
      return undefined
    },
    taken({ raw, to }) {
      const at = Date.now()
      reading.push(
        PostalMime.parse(raw).then(({ messageId = '', subject = '', text = '', html = '' }) => {
          const foreign = foreignIn(`${subject} ${text} ${html}`, to)
          journal.write({ kind: 'mail', at, to, messageId, subject, text, foreign })
          links.set(to, [...(links.get(to) ?? []), ...(text.match(PRIVATE_LINK) ?? [])])
        }),
      )
    },
  })
  const wire = await openWire(smtp.port)

  /** In a mood for a while, and well again. */
  async function be(worse: Mood, { lasts, seed }: { lasts: number; seed: number }) {
    chance = dice(seed)
    mood = worse
    await sleep(lasts)
    mood = 'well'
  }

  return {
    url: `smtp://127.0.0.1:${wire.port}`,
    be,
    async stayAway(milliseconds: number) {
      wire.cut()
      await sleep(milliseconds)
      wire.mend()
    },
    /** What is open now hears nothing more; who connects anew does. */
    async fallSilent(milliseconds: number) {
      const silence = setInterval(wire.silence, 200)
      await sleep(milliseconds)
      clearInterval(silence)
    },
    count: smtp.count,
    /** The paths of the private links that an address was sent, the first one first. */
    linksTo: (to: string) => links.get(to) ?? [],
    /** Resolves once every message that was taken stands in the journal. */
    read: () => Promise.all(reading),
    async close() {
      await wire.close()
      await smtp.close()
    },
  }
}
