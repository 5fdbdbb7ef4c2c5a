import { createHash } from 'node:crypto'
import { type Interval, union } from '@prenoto/core/availability/intervals.ts'
import type { BusyFeedFailure } from '@prenoto/core/busy-feeds/busy-feed-schema.ts'
import { addDays, addMonths } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { todayIn, toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import type { FeedValidators } from '../../database/schema.ts'
import { AddressRefused, AnswerRefused, type Outgoing } from '../../lib/outgoing/outgoing.ts'
import type { Context } from '../../tenants/context.ts'
import { listBookingUids } from './busy-feeds.repository.ts'
import { CalendarFileUnreadable } from './ical/errors.ts'
import { readInWorker } from './ical/read-in-worker.ts'

const TIMEOUT = 8_000
const MAX_BYTES = 5 * 1024 * 1024

/** Months ahead in which events close a calendar. */
const MONTHS_AHEAD = 13

export type FeedReading =
  | { state: 'read'; events: number; busy: Interval[]; validators: FeedValidators }
  | { state: 'unchanged' }
  | { state: 'failed'; failure: BusyFeedFailure }

const toFailure = (failure: BusyFeedFailure): FeedReading => ({ state: 'failed', failure })

/** Reads the events of an address, unless they are those of the last reading. */
export async function fetchFeed(
  ctx: Context,
  outgoing: Outgoing,
  { url, validators = {} }: { url: string; validators?: FeedValidators },
): Promise<FeedReading> {
  const zone = ctx.tenant.time_zone
  const today = todayIn(zone, ctx.now)
  // The period moves with the day, so the same file is read again every day.
  const isForToday = validators.day === today && validators.zone === zone
  const { etag, last_modified, hash: lastHash } = isForToday ? validators : {}
  try {
    const { status, headers, body } = await outgoing.send({
      url,
      headers: {
        accept: 'text/calendar, */*;q=0.1',
        'user-agent': 'Prenoto',
        ...(etag && { 'if-none-match': etag }),
        ...(last_modified && { 'if-modified-since': last_modified }),
      },
      timeout: TIMEOUT,
      maxBytes: MAX_BYTES,
    })
    if (status === 304 && (etag || last_modified)) return { state: 'unchanged' }
    if (status !== 200) return toFailure(nameStatus(status))
    const hash = createHash('sha256').update(body).digest('base64url')
    if (hash === lastHash) return { state: 'unchanged' }
    const midnight = parsePlainTime('00:00')
    const period = {
      from: toEpochMinute(addDays(today, -1), midnight, zone),
      to: toEpochMinute(addMonths(today, MONTHS_AHEAD), midnight, zone),
    }
    const { bookings, ...contents } = await readInWorker(body.toString(), { timeZone: zone, period })
    // Events that come from our own feed would close the hours of the bookings that they show.
    const ownUids = new Set(
      bookings.length > 0
        ? await listBookingUids(
            ctx,
            bookings.map(({ uid }) => uid),
          )
        : [],
    )
    const others = bookings.filter(({ uid }) => !ownUids.has(uid))
    return {
      state: 'read',
      events: contents.events - bookings.length + others.length,
      busy: union([...contents.busy, ...others.flatMap(({ busy }) => busy)]),
      validators: { hash, day: today, zone, ...toValidators(headers) },
    }
  } catch (error) {
    const failure = nameFailure(error)
    if (!failure) throw error
    return toFailure(failure)
  }
}

const MAX_VALIDATOR = 500

function toValidators({ etag, 'last-modified': last_modified }: { etag?: string; 'last-modified'?: string }) {
  const isUsable = (value: string | undefined) => value !== undefined && value.length <= MAX_VALIDATOR
  return { ...(isUsable(etag) && { etag }), ...(isUsable(last_modified) && { last_modified }) }
}

function nameStatus(status: number): BusyFeedFailure {
  if (status >= 300 && status < 400) return 'moved'
  return [401, 403, 404, 410].includes(status) ? 'not_found' : 'broken'
}

/** Undefined for an error that is none of the other side. */
function nameFailure(error: unknown): BusyFeedFailure | undefined {
  if (error instanceof AddressRefused) return 'refused'
  if (error instanceof AnswerRefused) return 'too_large'
  if (error instanceof CalendarFileUnreadable) return error.failure
  const { name, code } = error as NodeJS.ErrnoException
  if (code === 'ERR_INVALID_URL') return 'refused'
  const isConnection =
    name === 'TimeoutError' || name === 'AbortError' || /^(E[A-Z]+|HPE_|ERR_(TLS|SSL|HTTP))/.test(code ?? '')
  return isConnection || /CERT|SELF_SIGNED|UNABLE_TO/.test(code ?? '') ? 'unreachable' : undefined
}
