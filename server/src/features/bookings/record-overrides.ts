import type { Context } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Visit } from './repositories/bookings-write.repository.ts'

type Placed = { id: number; visit: Pick<Visit, 'overridden_conflicts'> }

/** Records in one entry the bookings that staff made or moved in spite of conflicts; it names the first of them. */
export async function recordOverrides(ctx: Context, bookings: Placed[]) {
  const overriding = bookings.filter(({ visit }) => visit.overridden_conflicts)
  const [first] = overriding
  if (!first) return
  const conflicts = new Set(overriding.flatMap(({ visit }) => visit.overridden_conflicts ?? []))
  await recordAudit(ctx, {
    action: 'booking.overridden',
    subject: { type: 'booking', id: first.id },
    after: { conflicts: [...conflicts].join(', '), ...(overriding.length > 1 && { bookings: overriding.length }) },
  })
}
