import type { PushedMessage } from '@prenoto/core/notifications/pushed-message.ts'
import { capitalize, formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../../tenants/context.ts'
import type { BookingWithHistory } from '../../bookings/repositories/bookings.repository.ts'
import type { PushMessage } from './push-sender.ts'
import type { DuePush } from './push-subscriptions.repository.ts'

/** Seconds for which a push service keeps a message for a device that is off. */
const MAX_TTL = 24 * 3600

/** Characters: the encrypted message must fit into 4096 bytes. */
const MAX_BODY = 300

const KEY = /^(booking-created|booking-changed|booking-cancelled|series-created|series-changed|series-cancelled):(\d+)/

export const parseBookingId = ({ deduplication_key }: Pick<DuePush, 'deduplication_key'>) =>
  Number(KEY.exec(deduplication_key)?.[2])

/** The words before the time. */
const PREFIXES: Record<string, string> = {
  'booking-changed': 'Ora ',
  'series-created': 'Da ',
  'series-changed': 'Da ',
  'series-cancelled': 'Da ',
}

/**
 * The message about a booking; undefined if it no longer applies. Others may read it on a locked screen, so it names no
 * customer.
 */
export function writePushMessage(
  { tenant, now }: Context,
  { title, deduplication_key, unread }: DuePush,
  booking: BookingWithHistory | undefined,
): PushMessage | undefined {
  if (!booking) return undefined
  const [, kind = ''] = KEY.exec(deduplication_key)!
  const isCancelled = booking.deleted_at !== null
  if (isCancelled !== kind.endsWith('-cancelled')) return undefined

  const { id, visit_day, visit_hour, service_name, calendar_name } = booking
  const seconds = Math.floor(now.until(toInstant(visit_day, visit_hour, tenant.time_zone)).total('seconds'))
  if (seconds <= 0) return undefined

  const when = capitalize(`${PREFIXES[kind] ?? ''}${formatDay(visit_day)} alle ${toShortTime(visit_hour)}`)
  const payload: PushedMessage = {
    title,
    body: [when, service_name, calendar_name].filter(Boolean).join(' · ').slice(0, MAX_BODY),
    path: isCancelled ? `/dashboard?giorno=${visit_day}` : `/appointments/${id}`,
    tag: `booking-${id}`,
    unread,
  }
  return { payload, ttl: Math.min(MAX_TTL, seconds), topic: payload.tag }
}
