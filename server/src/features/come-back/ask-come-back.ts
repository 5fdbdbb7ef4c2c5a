import { COME_BACK_WEEKS } from '@prenoto/core/come-back/come-back-schema.ts'
import { findRhythm } from '@prenoto/core/come-back/habit.ts'
import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { deleteReminder, findReminder, listLatestVisits, saveReminder } from './come-back.repository.ts'

/** The booking of a private link, if its customer can ask for a reminder. */
async function findAskable(ctx: Context, hiddenId: string) {
  const { app_come_back: isOn } = await findConfiguration(ctx)
  const booking = isOn ? await findReminder(ctx, hiddenId) : undefined
  return booking && !isWithoutEmail(booking.email) ? booking : undefined
}

/** The reminder of a private link, and the weeks to propose: the customer's own rhythm; null if there can be none. */
export async function readComeBack(ctx: Context, hiddenId: string): Promise<PageData['comeBack']> {
  const booking = await findAskable(ctx, hiddenId)
  if (!booking) return null
  const visits = await listLatestVisits(ctx, booking.id)
  const rhythm = findRhythm(visits.map(({ visit_day }) => visit_day))
  return { dueOn: booking.due_on ?? undefined, weeks: rhythm ?? COME_BACK_WEEKS.usual }
}

/** Plans a reminder some weeks after the visit, or after today if that is later; replaces an earlier one. */
export const askComeBack = (ctx: Context, hiddenId: string, weeks: number) =>
  transaction(ctx, async (ctx) => {
    const booking = await findAskable(ctx, hiddenId)
    if (!booking) return
    const today = todayIn(ctx.tenant.time_zone, ctx.now)
    const from = booking.visit_day > today ? booking.visit_day : today
    await saveReminder(ctx, booking.id, addDays(from, 7 * weeks))
    await recordComeBack(ctx, 'asked', booking.id)
  })

/** Cancels the reminder of a private link. */
export const cancelComeBack = (ctx: Context, hiddenId: string) =>
  transaction(ctx, async (ctx) => {
    const booking = await findReminder(ctx, hiddenId)
    if (booking && (await deleteReminder(ctx, booking.id))) await recordComeBack(ctx, 'cancelled', booking.id)
  })

const recordComeBack = (ctx: Context, change: 'asked' | 'cancelled', id: number) =>
  recordAudit(ctx, { action: `come_back.${change}`, subject: { type: 'booking', id }, actor: 'Cliente' })
