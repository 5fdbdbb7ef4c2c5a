import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import { parseLinkSource } from '@prenoto/core/bookings/stored-source.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { CachedJson } from '../../cache/cached-text.ts'
import type { Context } from '../../tenants/context.ts'
import { findAssistantHold } from '../availability/assistant-holds.repository.ts'

/** The service with the hour that an assistant holds for this visitor among the free ones, while it is held. */
export async function withHeldHour(
  ctx: Context,
  json: CachedJson<OfferedService>,
  { source, calendar }: Pick<ChosenVisit, 'source' | 'calendar'>,
): Promise<CachedJson<OfferedService>> {
  const { holdKey } = parseLinkSource(source)
  const hold = holdKey && (await findAssistantHold(ctx, holdKey))
  if (!hold) return json
  const service = json.read()
  if (hold.service_id !== service.id || (calendar && calendar !== hold.calendar_id)) return json
  const heldUntil = hold.held_until.epochMilliseconds
  const until = toShortTime(toPlainTime(localTimeAt(heldUntil, ctx.tenant.time_zone).minutes))
  return new CachedJson({
    ...service,
    available_slots: addSlot(service.available_slots, hold),
    valid_until: Temporal.Instant.fromEpochMilliseconds(
      Math.min(heldUntil, Date.parse(service.valid_until)),
    ).toString(),
    hold_text: `Inserisci i tuoi dati: l’orario delle ${toShortTime(hold.visit_hour)} è riservato per te fino alle ${until}.`,
  })
}

type Slots = OfferedService['available_slots']

function addSlot(days: Slots, { visit_day: date, visit_hour }: { visit_day: PlainDate; visit_hour: PlainTime }): Slots {
  const slots = days.find((day) => day.date === date)?.slots ?? []
  const day = { date, slots: [...new Set([...slots, visit_hour])].sort() }
  return [...days.filter((other) => other.date !== date), day].sort((a, b) => (a.date < b.date ? -1 : 1))
}
