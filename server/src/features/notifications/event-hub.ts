import type { StreamEvent } from '@prenoto/core/notifications/notification-schema.ts'
import { MAX_CONNECTIONS } from '../../plugins/overload.ts'
import type { PublishedEvent } from './notifications.repository.ts'

/** Streams that a process holds open. Half of its connections stay free for requests. */
const LIMITS = { perSession: 10, perUser: 30, perBusiness: 200, total: MAX_CONNECTIONS / 2 }

/** An open dashboard. */
export type Subscriber = {
  userId: number
  /** Identifies the session. */
  session: string
  send(event: StreamEvent): void
  /** Events may have been lost: reads the missed ones. */
  catchUp(): void
  /** A session of the user has ended: ends if it is this one. */
  checkSession(): void
  /** The process is stopping. */
  end(): void
}

/** Distributes events to the open dashboards of this process. Beyond a limit a new dashboard replaces the oldest one. */
export function eventHub(limits = LIMITS) {
  // Subscribers in the order of their arrival.
  const byTenant = new Map<number, Set<Subscriber>>()
  const allSubscribers = () => [...byTenant.values()].flatMap((subscribers) => [...subscribers])

  function remove(tenantId: number, subscriber: Subscriber) {
    const subscribers = byTenant.get(tenantId)
    subscribers?.delete(subscriber)
    if (subscribers?.size === 0) byTenant.delete(tenantId)
  }

  function replaceOldest(tenantId: number, isCounted: (subscriber: Subscriber) => boolean, limit: number) {
    const counted = [...(byTenant.get(tenantId) ?? [])].filter(isCounted)
    if (counted.length <= limit) return
    const oldest = counted[0]!
    remove(tenantId, oldest)
    oldest.send({ event: 'replaced', data: {} })
    oldest.end()
  }

  function keepLimits(tenantId: number, { session, userId }: Subscriber) {
    replaceOldest(tenantId, (other) => other.session === session, limits.perSession)
    replaceOldest(tenantId, (other) => other.userId === userId, limits.perUser)
    replaceOldest(tenantId, () => true, limits.perBusiness)
    const sizes = [...byTenant].map(([id, { size }]) => ({ id, size }))
    if (sizes.reduce((sum, { size }) => sum + size, 0) <= limits.total) return
    const largest = sizes.reduce((one, other) => (other.size > one.size ? other : one))
    replaceOldest(largest.id, () => true, largest.size - 1)
  }

  return {
    subscribe(tenantId: number, subscriber: Subscriber): () => void {
      byTenant.set(tenantId, (byTenant.get(tenantId) ?? new Set()).add(subscriber))
      keepLimits(tenantId, subscriber)
      return () => remove(tenantId, subscriber)
    },

    /** Called with each event that any process has published. */
    message(payload: string) {
      const { tenant, booking, waiting, record, session_user, notifications } = JSON.parse(payload) as PublishedEvent
      const subscribers = byTenant.get(tenant)
      if (!subscribers) return
      const idByUser = new Map(notifications)
      for (const { userId, send, checkSession } of subscribers) {
        if (userId === session_user) checkSession()
        const id = idByUser.get(userId)
        if (id !== undefined) send({ event: 'notification', data: { id } })
        if (booking !== undefined) send({ event: 'bookings', data: { booking_id: booking } })
        if (waiting) send({ event: 'bookings', data: {} })
        if (record) send({ event: 'record', data: record })
      }
    },

    reconnected() {
      for (const subscriber of allSubscribers()) subscriber.catchUp()
    },

    end() {
      for (const subscriber of allSubscribers()) subscriber.end()
    },
  }
}

export type EventHub = ReturnType<typeof eventHub>
