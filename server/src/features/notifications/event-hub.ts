import type { StreamEvent } from '@prenoto/core/notifications/notification-schema.ts'
import type { PublishedEvent } from './notifications.repository.ts'

/** An open dashboard. */
export type Subscriber = {
  userId: number
  send(event: StreamEvent): void
  /** Events may have been lost: reads the missed ones. */
  catchUp(): void
  /** A session of the user has ended: ends if it is this one. */
  checkSession(): void
  /** The process is stopping. */
  end(): void
}

/** Distributes events to the open dashboards of this process. */
export function eventHub() {
  const byTenant = new Map<number, Set<Subscriber>>()
  const allSubscribers = () => [...byTenant.values()].flatMap((subscribers) => [...subscribers])

  return {
    subscribe(tenantId: number, subscriber: Subscriber): () => void {
      const subscribers = byTenant.get(tenantId) ?? new Set()
      byTenant.set(tenantId, subscribers.add(subscriber))
      return () => {
        subscribers.delete(subscriber)
        if (subscribers.size === 0 && byTenant.get(tenantId) === subscribers) byTenant.delete(tenantId)
      }
    },

    /** Called with each event that any process has published. */
    message(payload: string) {
      const { tenant, booking, waiting, record, session_user, notifications } = JSON.parse(payload) as PublishedEvent
      const subscribers = byTenant.get(tenant)
      if (!subscribers) return
      const idOf = new Map(notifications)
      for (const { userId, send, checkSession } of subscribers) {
        if (userId === session_user) checkSession()
        const id = idOf.get(userId)
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
