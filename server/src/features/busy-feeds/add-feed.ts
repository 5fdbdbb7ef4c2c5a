import { type BusyFeed, type BusyFeedInput, MAX_BUSY_FEEDS } from '@prenoto/core/busy-feeds/busy-feed-schema.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockExceptions, lockExistingCalendars } from '../calendars/calendars.repository.ts'
import { CalendarNotFound } from '../calendars/errors.ts'
import { countOtherFeeds, deleteFeed, listFeeds, newFeedId, upsertBusyFeed } from './busy-feeds.repository.ts'
import { BusyFeedNotFound, BusyFeedUnreadable, TooManyBusyFeeds } from './errors.ts'
import { feedPurpose, hashAddress } from './feed-address.ts'
import { fetchFeed } from './fetch-feed.ts'
import type { FeedParts } from './read-feeds.ts'
import { nextReading } from './reading-times.ts'

/** Throws 404 for a calendar that does not exist, and 409 if it has as many feeds as it may have. */
async function requirePlace(ctx: StaffContext, calendarId: number, addressHash: Buffer) {
  const [calendar] = await lockExistingCalendars(ctx, [calendarId])
  if (!calendar) throw new CalendarNotFound()
  if ((await countOtherFeeds(ctx, calendarId, addressHash)) >= MAX_BUSY_FEEDS) throw new TooManyBusyFeeds()
}

/** Reads an address and closes a calendar during its events. Throws 404, 409, and 422 for an address that cannot be read. */
export async function addFeed(
  ctx: StaffContext,
  { outgoing, encryption }: FeedParts,
  { calendarId, name, url }: BusyFeedInput & { calendarId: number },
): Promise<BusyFeed> {
  const address_hash = hashAddress(url)
  await transaction(ctx, (ctx) => requirePlace(ctx, calendarId, address_hash))
  const reading = await fetchFeed(ctx, outgoing, { url })
  if (reading.state !== 'read')
    throw new BusyFeedUnreadable('url', reading.state === 'failed' ? reading.failure : 'broken')

  const { state: _, ...found } = reading
  const newId = await newFeedId(ctx)
  const address = encryption.encrypt(feedPurpose(ctx, newId), Buffer.from(url))
  const { host } = new URL(url)
  return transaction(ctx, async (ctx) => {
    await lockExceptions(ctx)
    await requirePlace(ctx, calendarId, address_hash)
    const feed = { ...found, id: newId, calendar_id: calendarId, name, host, address, address_hash }
    const id = await upsertBusyFeed(ctx, feed, nextReading(ctx.now, 0))
    const subject = { type: 'calendar' as const, id: calendarId }
    if (id === newId) await recordAudit(ctx, { action: 'busy_feed.created', subject, after: { name, host } })
    return (await listFeeds(ctx, calendarId, id))[0]!
  })
}

/** Opens the calendar during the events of a feed. Throws 404. */
export const removeFeed = (ctx: StaffContext, calendarId: number, id: number) =>
  transaction(ctx, async (ctx) => {
    const feed = await deleteFeed(ctx, calendarId, id)
    if (!feed) throw new BusyFeedNotFound()
    await recordAudit(ctx, {
      action: 'busy_feed.deleted',
      subject: { type: 'calendar', id: calendarId },
      before: feed,
    })
  })
