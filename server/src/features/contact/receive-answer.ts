import { optionalText } from '@prenoto/core/fields/text.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { mobileNumber } from '../text-messages/mobile-number.ts'
import { isOnlyWithdrawal, isWithdrawal } from '../text-messages/stop-words.ts'
import { listTenantsOfConsent, withdrawEverywhere } from '../text-messages/text-consents.repository.ts'
import { listAnswerable } from '../text-messages/text-messages.repository.ts'
import type { Answer, AnswerParts } from '../text-messages/whatsapp-webhook.ts'
import {
  countContactRequests,
  findSameContactRequest,
  insertContactRequest,
  lockContact,
} from './contact.repository.ts'

const MAX_LENGTH = 1_500

/** For which time a message may be answered. */
const ANSWERABLE_DAYS = 7

/** WhatsApp delivers a message again until it gets an answer. */
const REPETITION_WINDOW = Temporal.Duration.from({ hours: 24 })

/** Answers of one customer that reach the staff within the window, so that nobody floods them; WhatsApp keeps the others. */
const MAX_ANSWERS = 10

/**
 * A customer has answered a text message: a request to stop withdraws the consent at all businesses, anything else reaches
 * the staff of the business that has written last.
 */
export async function receiveAnswer({ from, text }: Answer, { pool, now, findContext }: AnswerParts) {
  const stops = text !== undefined && isWithdrawal(text)
  if (!stops || !isOnlyWithdrawal(text)) {
    const contexts = await Promise.all((await listTenantsOfConsent(pool, from)).map(findContext))
    const answered = await Promise.all(
      contexts.map(async (ctx) => {
        const message = ctx && (await findAnswered(ctx, from))
        return message ? [{ ctx, message }] : []
      }),
    )
    const [latest] = answered
      .flat()
      .toSorted((one, other) => Temporal.Instant.compare(other.message.changed_at, one.message.changed_at))
    if (latest) await forward(latest.ctx, latest.message, text)
  }
  if (stops) await withdrawEverywhere(pool, from, now)
}

type AnswerableText = Awaited<ReturnType<typeof listAnswerable>>[number]

/** The last message to a number. */
async function findAnswered(ctx: Context, from: string): Promise<AnswerableText | undefined> {
  const since = ctx.now.subtract({ hours: 24 * ANSWERABLE_DAYS })
  const texts = await listAnswerable(ctx, { digits: from.slice(-8), since })
  return texts.find(({ telephone }) => mobileNumber(telephone) === from)
}

/** Stores the answer as a contact request of the customer, once. */
async function forward(ctx: Context, { name, surname, email, telephone, ...visit }: AnswerableText, text?: string) {
  const { data: said = '' } = optionalText().safeParse(text?.slice(0, MAX_LENGTH) ?? '')
  if (text !== undefined && !said) return
  const when = `${formatDay(visit.visit_day)} alle ${toShortTime(visit.visit_hour)}`
  const request = {
    name: `${name} ${surname}`.trim(),
    email,
    phone: telephone,
    message: `Risposta su WhatsApp alla prenotazione di ${when}:\n${said || '(un messaggio senza testo, che qui non si può leggere)'}`,
    privacy: true as const,
  }
  await transaction(ctx, async (ctx) => {
    await lockContact(ctx, email)
    const since = ctx.now.subtract(REPETITION_WINDOW)
    if (await findSameContactRequest(ctx, request, since)) return
    if ((await countContactRequests(ctx, telephone, since)) >= MAX_ANSWERS) return
    const { id } = await insertContactRequest(ctx, request)
    await ctx.jobs.add(ctx, 'notify', { event: 'contact-requested', contact_request_id: id })
  })
}
