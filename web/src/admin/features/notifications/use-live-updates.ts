import type { RecordChange } from '@prenoto/core/notifications/notification-schema.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribe, type Topic, type Update } from './event-stream.ts'
import { readNewNotifications } from './notifications.queries.ts'
import { readChangedRecords } from './read-changed-records.ts'

/** The query keys that each topic makes outdated. */
const OUTDATED: Record<Exclude<Topic, 'notification'>, string[]> = {
  bookings: ['bookings', 'bookable-services', 'closed-bookings', 'waiting-list', 'customer-search'],
  rights: ['rights'],
  session: ['user'],
}

/** Milliseconds within which events are handled together. */
const BATCH_DELAY = 250

/** Updates the page after changes by other users, if it is on. */
export function useLiveUpdates(queryClient: QueryClient, isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    const outdated = new Set<string>()
    let hasNotifications = false
    let changed: RecordChange[] = []
    let timer: ReturnType<typeof setTimeout> | undefined

    const flush = () => {
      clearTimeout(timer)
      timer = undefined
      for (const name of outdated) queryClient.invalidateQueries({ queryKey: [name] })
      outdated.clear()
      if (hasNotifications) {
        readNewNotifications(queryClient)
        for (const name of ['contact-requests', 'dashboard-summary'])
          queryClient.invalidateQueries({ queryKey: [name] })
      }
      hasNotifications = false
      readChangedRecords(queryClient, changed)
      changed = []
    }
    const add = (update: Update) => {
      if (typeof update === 'object') changed.push(update)
      else if (update === 'notification') hasNotifications = true
      else for (const name of OUTDATED[update]) outdated.add(name)
    }
    const unsubscribe = subscribe({
      // At once, since what the page reads from then on is current.
      onOpen(topics) {
        topics.forEach(add)
        flush()
      },
      onUpdate(update) {
        add(update)
        timer ??= setTimeout(flush, BATCH_DELAY)
      },
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [queryClient, isOn])
}
