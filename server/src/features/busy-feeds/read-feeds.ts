import { CiphertextUnreadable, type Encryption, SecretKeyMissing } from '../../lib/encryption.ts'
import type { Outgoing } from '../../lib/outgoing/outgoing.ts'
import type { JobData } from '../../queue/queue.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { deleteFeed, findFeedToRead, recordFailure, recordReading } from './busy-feeds.repository.ts'
import { feedPurpose } from './feed-address.ts'
import { type FeedReading, fetchFeed } from './fetch-feed.ts'
import { nextReading } from './reading-times.ts'

export type FeedParts = { outgoing: Outgoing; encryption: Encryption }

/** Hours for which a feed fails before the staff is notified. */
const QUIET_HOURS = 24

/** Hours for which the feeds of a deleted calendar are kept; its deletion can be undone for seconds. */
const KEPT_HOURS = 1

/** Handler of the job `read-busy-feed`. */
export const readFeeds = (ctx: Context, jobs: JobData['read-busy-feed'][], parts: FeedParts) =>
  Promise.allSettled(jobs.map(({ feed_id }) => readFeed(ctx, feed_id, parts)))

async function readFeed(ctx: Context, id: number, { outgoing, encryption }: FeedParts) {
  const feed = await findFeedToRead(ctx, id)
  if (!feed) return
  if (feed.deleted_at) {
    const isGone = Temporal.Instant.compare(feed.deleted_at.add({ hours: KEPT_HOURS }), ctx.now) < 0
    if (isGone) await deleteFeed(ctx, feed.calendar_id, id)
    return
  }
  const url = decryptAddress(ctx, encryption, id, feed.address)
  const reading: FeedReading = url
    ? await fetchFeed(ctx, outgoing, { url, validators: feed.validators })
    : { state: 'failed', failure: 'locked' }
  if (reading.state === 'unchanged') return recordReading(ctx, id, nextReading(ctx.now, 0))
  if (reading.state === 'read') return recordReading(ctx, id, nextReading(ctx.now, 0), reading)

  const failures = feed.failures + 1
  const since = feed.failing_since ?? ctx.now
  const isLong = Temporal.Instant.compare(since.add({ hours: QUIET_HOURS }), ctx.now) <= 0
  await transaction(ctx, async (ctx) => {
    await recordFailure(ctx, id, { failure: reading.failure, failures, since, next: nextReading(ctx.now, failures) })
    if (isLong) await ctx.jobs.add(ctx, 'notify', { event: 'busy-feed-failing', feed_id: id, since: since.toString() })
  })
}

function decryptAddress(ctx: Context, encryption: Encryption, id: number, address: Buffer): string | undefined {
  try {
    return encryption.decrypt(feedPurpose(ctx, id), address).toString()
  } catch (error) {
    if (error instanceof CiphertextUnreadable || error instanceof SecretKeyMissing) return undefined
    throw error
  }
}
