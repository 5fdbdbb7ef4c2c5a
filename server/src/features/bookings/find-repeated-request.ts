import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import type { Context } from '../../tenants/context.ts'
import { listStaffBookings } from './bookings.repository.ts'
import { releaseKey } from './bookings-write.repository.ts'
import { listSeriesAsMade } from './series/series.repository.ts'

type StaffBooking = Awaited<ReturnType<typeof listStaffBookings>>[number]

/** The booking that staff saved earlier under an idempotency key. If it was deleted since, the key can be used again. */
export async function findSavedBefore(
  ctx: Context,
  earlier: { id: number; series_id: number | null },
): Promise<StaffBooking | undefined> {
  const made = earlier.series_id === null ? [earlier] : await listSeriesAsMade(ctx, earlier.series_id)
  const [saved] = await listStaffBookings(
    ctx,
    made.map(({ id }) => id),
  )
  if (!saved) await releaseKey(ctx, earlier.id)
  return saved
}

export const savedBeforeText = ({ name, surname, visit_day, visit_hour }: StaffBooking) =>
  `Il primo tentativo era stato salvato: la prenotazione di ${name} ${surname} di ${formatDay(visit_day)} alle ` +
  `${toShortTime(visit_hour)} c’è già. Aprila per modificarla.`
