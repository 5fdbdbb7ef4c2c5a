import { type BookingHistoryEntry, TEXT_FAILURES } from '@prenoto/core/bookings/booking-history.ts'
import { toItalianDate } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { listFullNames } from '../accounts/users/users.repository.ts'
import { listBookingTexts } from '../text-messages/text-messages.repository.ts'
import { BookingNotFound } from './errors.ts'
import {
  findCreation,
  type HistoryRow,
  listCustomerEmails,
  listHistory,
} from './repositories/booking-history.repository.ts'

/** Only the latest entries of each kind are returned. */
const MAX_PER_KIND = 200

type TimedEntry = { instant: Temporal.Instant; entryAt: (at: string) => BookingHistoryEntry }

/** The history of a booking, oldest first. Throws 404. */
export async function readHistory(ctx: Context, id: number): Promise<BookingHistoryEntry[]> {
  const creation = await findCreation(ctx, id)
  if (!creation) throw new BookingNotFound()
  const { created_at, created_by, updated_at, updated_by } = creation
  const rows = (await listHistory(ctx, id, MAX_PER_KIND)).reverse()
  const emails = (await listCustomerEmails(ctx, id, MAX_PER_KIND)).reverse()
  const texts = (await listBookingTexts(ctx, id, MAX_PER_KIND)).reverse()
  const ids = [created_by, updated_by, ...rows.map(({ user_id }) => user_id)].filter((user) => user !== null)
  const names = await listFullNames(ctx, [...new Set(ids)])
  const findName = (user: number | null, key?: string | null) => {
    if (key) return `un programma («${key}»)`
    return user === null ? null : (names.get(user) ?? null)
  }

  const firstReschedule = rows.find(({ kind }) => kind === 'rescheduled')
  const creationEntry: TimedEntry = {
    instant: created_at,
    entryAt: (at) => ({
      kind: 'created',
      at,
      by: findName(created_by, creation.created_by_key),
      source: creation.source,
      overridden_conflicts: firstReschedule
        ? firstReschedule.previous_overridden_conflicts
        : creation.overridden_conflicts,
    }),
  }
  // Bookings older than the history have their last change only.
  const isNoted = !updated_at || rows.some(({ at }) => at.equals(updated_at))
  const changed: TimedEntry[] = isNoted
    ? []
    : [{ instant: updated_at, entryAt: (at) => ({ kind: 'changed', at, by: findName(updated_by) }) }]
  const later = [
    ...changed,
    ...rows.map(
      (row): TimedEntry => ({ instant: row.at, entryAt: (at) => toEntry(row, at, findName(row.user_id, row.api_key)) }),
    ),
    ...emails.map(
      ({ kind, sent_at, refused_at }): TimedEntry => ({
        instant: (sent_at ?? refused_at)!,
        entryAt: (at) => ({ kind: 'message', at, message: kind, is_refused: !sent_at }),
      }),
    ),
    ...texts.map(
      ({ kind: message, channel, state, reason, changed_at }): TimedEntry => ({
        instant: changed_at,
        entryAt: (at) => ({ kind: 'text', at, message, channel, state, reason: toFailure(reason) }),
      }),
    ),
  ].sort((one, other) => Temporal.Instant.compare(one.instant, other.instant))

  return [creationEntry, ...later].map(({ instant, entryAt }) => entryAt(wallTime(ctx, instant)))
}

function toEntry(row: HistoryRow, at: string, by: string | null): BookingHistoryEntry {
  switch (row.kind) {
    case 'rescheduled':
      return {
        kind: row.kind,
        at,
        by,
        from: {
          visit_day: row.previous_day!,
          visit_hour: row.previous_hour!,
          service_name: row.previous_service!,
          calendar_name: row.previous_calendar!,
        },
        to: {
          visit_day: row.day!,
          visit_hour: row.hour!,
          service_name: row.service!,
          calendar_name: row.calendar!,
        },
        overridden_conflicts: row.overridden_conflicts,
      }
    case 'person':
      return { kind: row.kind, at, by, fields: row.fields! }
    case 'attendance':
      return { kind: row.kind, at, by, attendance: row.attendance }
    case 'cancelled':
    case 'restored':
    case 'confirmed':
    case 'telephone':
      return { kind: row.kind, at, by }
  }
}

const toFailure = (reason: string | null) => TEXT_FAILURES.find((failure) => failure === reason) ?? null

/** DD-MM-YYYY HH:mm */
function wallTime({ tenant }: Context, { epochMilliseconds }: Temporal.Instant): string {
  const { date, minutes } = localTimeAt(epochMilliseconds, tenant.time_zone)
  return `${toItalianDate(date)} ${toShortTime(toPlainTime(minutes))}`
}
