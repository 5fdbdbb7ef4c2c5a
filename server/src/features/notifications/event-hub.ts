import type { StreamEvent } from '@prenoto/core/notifications/notification-schema.ts'
import type { PublishedEvent } from './notifications.repository.ts'

/** Somebody's open dashboard. */
export type Subscriber = {
  userId: number
  send(event: StreamEvent): void
  /** Something may have been missed: find out what. */
  catchUp(): void
  /** The process is stopping. */
  end(): void
}

/** Who in this process wants to know of a business' events at once. */
export function eventHub() {
  const byTenant = new Map<number, Set<Subscriber>>()
  const everybody = () => [...byTenant.values()].flatMap((subscribers) => [...subscribers])

  return {
    subscribe(tenantId: number, subscriber: Subscriber): () => void {
      const subscribers = byTenant.get(tenantId) ?? new Set()
      byTenant.set(tenantId, subscribers.add(subscriber))
      return () => {
        subscribers.delete(subscriber)
        if (subscribers.size === 0 && byTenant.get(tenantId) === subscribers) byTenant.delete(tenantId)
      }
    },

    /** What a process announced, this one or another. */
    message(payload: string) {
      const { tenant, booking, waiting, record, notifications } = JSON.parse(payload) as PublishedEvent
      const subscribers = byTenant.get(tenant)
      if (!subscribers) return
      const idOf = new Map(notifications)
      for (const { userId, send } of subscribers) {
        const id = idOf.get(userId)
        if (id !== undefined) send({ event: 'notification', data: { id } })
        if (booking !== undefined) send({ event: 'bookings', data: { booking_id: booking } })
        if (waiting) send({ event: 'bookings', data: {} })
        if (record) send({ event: 'record', data: record })
      }
    },

    reconnected() {
      for (const subscriber of everybody()) subscriber.catchUp()
    },

    end() {
      for (const subscriber of everybody()) subscriber.end()
    },
  }
}

export type EventHub = ReturnType<typeof eventHub>
