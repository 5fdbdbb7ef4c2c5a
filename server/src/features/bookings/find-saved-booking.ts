import type { Context } from '../../tenants/context.ts'
import { listStaffBookings } from './repositories/bookings.repository.ts'
import { releaseKey } from './repositories/locked-bookings.repository.ts'
import { listSeriesAsMade } from './series/series.repository.ts'

type StaffBooking = Awaited<ReturnType<typeof listStaffBookings>>[number]

/** The booking that staff saved under an idempotency key. The key of a deleted booking is released. */
export async function findSavedBooking(
  ctx: Context,
  earlier: { id: number; series_id: number | null },
): Promise<StaffBooking | undefined> {
  const savedBookings = earlier.series_id === null ? [earlier] : await listSeriesAsMade(ctx, earlier.series_id)
  const [saved] = await listStaffBookings(
    ctx,
    savedBookings.map(({ id }) => id),
  )
  if (!saved) await releaseKey(ctx, earlier.id)
  return saved
}
