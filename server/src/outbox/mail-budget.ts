import type { MessageKind } from '../database/schema.ts'
import type { Context } from '../tenants/context.ts'
import { findMailStanding, type MailStanding } from './mail-budget.repository.ts'
import { toMailbox } from './mailbox.ts'
import { ALL_TENANTS, countMails, type MailCount, refundMails } from './recipients.repository.ts'

/**
 * Points a day of a business that the provider does not trust. A shop has about thirty visits a day, each with a confirmation
 * and an e-mail to the business, which does not count; a spammer needs thousands. It doubles at most by customers who answer,
 * because an owner can forge an answer.
 */
const BUDGET = { firstDay: 60, perDayOfAge: 60, perAnswer: 5, most: 2_000 }

/** An e-mail that staff cause costs more than one that a visitor has asked for. */
const POINTS = { byStaff: 2, byVisitor: 1 }

/** E-mails to one mailbox in a day: of one business without trust, of all such businesses, and caused by staff. */
const TO_MAILBOX = { untrusted: 8, allUntrusted: 16, byStaff: 200 }

/** Kinds that warn a user or let one log in. They go to users only, have limits of their own, and never wait. */
const SECURITY: ReadonlySet<MessageKind> = new Set([
  'password-reset',
  'email-changed',
  'log-in-attempts',
  'new-device',
  'second-factor-added',
  'second-factor-removed',
  'second-factor-reset',
  'recovery-code-used',
  'intruder-locked-out',
  'administrator-appointed',
])

/** An e-mail that is ready to be sent. */
export type ReadyMail = { id: number; kind: MessageKind; to: string; isByStaff: boolean }

/** Why an e-mail waits, and for how many milliseconds. */
export type Postponement = { reason: 'budget' | 'mailbox'; milliseconds: number }

export type Admission = {
  /** The e-mails that wait, by the id of their message. */
  postponed: ReadonlyMap<number, Postponement>
  /** Takes back the count of an e-mail that could not be sent. */
  refund(id: number): Promise<void>
}

/** Counts e-mails that are ready to be sent. One beyond a limit is postponed. A trusted business's visitors cost no query. */
export async function admitMails(ctx: Context, mails: ReadyMail[]): Promise<Admission> {
  const standing = ctx.tenant.is_trusted || mails.length === 0 ? undefined : await findMailStanding(ctx)
  const limits = new Map(mails.map((mail) => [mail.id, listLimits(ctx, mail, standing)]))
  const all = [...limits.values()].flat()
  if (all.length === 0) return { postponed: new Map(), refund: async () => {} }

  const counts = await countMails(ctx, all)
  // Each count includes the whole batch: the e-mails are admitted one by one, as far as the limits allow.
  const used = new Map(
    [...Map.groupBy(all, counterKey)].map(([key, same]) => [key, counts.get(key)!.points - sum(same)] as const),
  )
  const postponed = new Map<number, Postponement>()
  for (const { id } of mails) {
    const mailLimits = limits.get(id)!
    const reached = mailLimits.find((limit) => used.get(counterKey(limit))! + limit.points > limit.most)
    if (reached)
      postponed.set(id, { reason: reached.reason, milliseconds: counts.get(counterKey(reached))!.milliseconds_left })
    else for (const limit of mailLimits) used.set(counterKey(limit), used.get(counterKey(limit))! + limit.points)
  }
  await refundMails(
    ctx,
    [...postponed.keys()].flatMap((id) => limits.get(id)!),
  )
  return { postponed, refund: (id) => refundMails(ctx, limits.get(id) ?? []) }
}

type Limit = MailCount & { most: number; reason: Postponement['reason'] }

const counterKey = ({ tenant_id, contact }: MailCount) => `${tenant_id} ${contact}`

const sum = (counts: MailCount[]) => counts.reduce((total, { points }) => total + points, 0)

/** The counters that an e-mail adds to. */
function listLimits(ctx: Context, { kind, to, isByStaff }: ReadyMail, standing: MailStanding | undefined): Limit[] {
  if (SECURITY.has(kind)) return []
  const mailbox = toMailbox(to)
  const here = { tenant_id: ctx.tenant.id, reason: 'mailbox', points: 1 } as const
  const byStaff = isByStaff ? [{ ...here, contact: `staff ${mailbox}`, most: TO_MAILBOX.byStaff }] : []
  // The business's own mailbox, which has confirmed a link, gets its e-mails as before.
  if (!standing || standing.own_addresses.some((address) => toMailbox(address) === mailbox)) return byStaff
  const points = isByStaff ? POINTS.byStaff : POINTS.byVisitor
  return [
    ...byStaff,
    { ...here, contact: `untrusted ${mailbox}`, most: TO_MAILBOX.untrusted },
    { ...here, contact: `untrusted ${mailbox}`, most: TO_MAILBOX.allUntrusted, tenant_id: ALL_TENANTS },
    { tenant_id: ctx.tenant.id, contact: 'budget', points, most: dailyBudget(standing), reason: 'budget' },
  ]
}

/** The points of a day, by the age of the business in whole days and the customers who have answered. */
export function dailyBudget({ age_days, answers }: Pick<MailStanding, 'age_days' | 'answers'>): number {
  const byAge = BUDGET.firstDay + BUDGET.perDayOfAge * age_days
  return Math.min(BUDGET.most, byAge + Math.min(byAge, BUDGET.perAnswer * answers))
}
