import { setTimeout as sleep } from 'node:timers/promises'
import type { Period } from '@prenoto/core/numbers/period.ts'
import { epochDay, fromEpochDay, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { unavailable } from '../lib/errors.ts'
import { type Context, transaction } from '../tenants/context.ts'
import { holdNumbers, keepDays, listDaysToKeep, listKeptDays, type SummedDay, sumDays } from './numbers.repository.ts'

/** Days that are summed up in one go: whoever changes what is over waits for no more. */
const AT_ONCE = 14

/** Milliseconds for which whoever asks waits for days to be summed up. */
const PATIENCE = 6_000

const NOT_READY = 'I numeri di questo periodo si stanno preparando: saranno pronti tra poco.'

/**
 * What the days of a period sum up to; those that are over are summed up once and kept until something about them changes.
 * Throws 503 for whoever asks first about years of very many bookings, while it goes on.
 */
export async function readDays(ctx: Context, period: Period): Promise<SummedDay[]> {
  await keepMissing(ctx, period)
  const kept = await listKeptDays(ctx, period)
  return [...kept, ...(await sumDays(ctx, daysBeside(kept, period)))]
}

/** By business: days are summed up once, however many ask meanwhile. */
const underWay = new Map<number, Promise<void>>()

async function keepMissing(ctx: Context, period: Period) {
  const deadline = performance.now() + PATIENCE
  for (;;) {
    const missing = await listDaysToKeep(ctx, period)
    if (missing.length === 0) return
    const work = underWay.get(ctx.tenant.id) ?? keepAll(ctx, missing)
    const isDone = await Promise.race([
      work.then(() => true),
      sleep(deadline - performance.now(), false, { ref: false }),
    ])
    if (!isDone) throw unavailable(NOT_READY)
  }
}

/** Goes on when nobody waits for it any more; what was kept until something fails stays kept. */
function keepAll(ctx: Context, days: PlainDate[]): Promise<void> {
  const work = keepInTurn(ctx, days).finally(() => underWay.delete(ctx.tenant.id))
  underWay.set(ctx.tenant.id, work)
  // Waiting requests get the error; without any, the next request starts again and gets its own.
  work.catch(() => {})
  return work
}

async function keepInTurn(ctx: Context, days: PlainDate[]) {
  for (let i = 0; i < days.length; i += AT_ONCE)
    await transaction(ctx, async (ctx) => {
      await holdNumbers(ctx)
      await keepDays(ctx, days.slice(i, i + AT_ONCE))
    })
}

function daysBeside(kept: SummedDay[], { from, to }: Period): PlainDate[] {
  const known = new Set(kept.map(({ day }) => day))
  const days: PlainDate[] = []
  for (let day = epochDay(from), end = epochDay(to); day <= end; day++) {
    const date = fromEpochDay(day)
    if (!known.has(date)) days.push(date)
  }
  return days
}
