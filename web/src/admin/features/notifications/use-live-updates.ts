import type { RecordChange } from '@prenoto/core/notifications/notification-schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribe, type Topic } from './event-stream.ts'
import { readNewNotifications } from './notifications.queries.ts'
import { readChangedRecords } from './read-changed-records.ts'

/** What each topic makes out of date, by the beginning of its query keys. */
const OUTDATED: Record<Exclude<Topic, 'notification'>, string[]> = {
  bookings: ['bookings', 'bookable-services', 'closed-bookings', 'waiting', 'customer-search'],
  session: ['user'],
}

/** Events often come together: they are waited for, milliseconds, and what they are about is read once. */
const GATHER = 250

/** Keeps what the page shows up to date with what others do. */
export function useLiveUpdates() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const outdated = new Set<string>()
    let hasNotifications = false
    let changed: RecordChange[] = []
    let gathering: ReturnType<typeof setTimeout> | undefined

    const readAgain = () => {
      gathering = undefined
      for (const name of outdated) queryClient.invalidateQueries({ queryKey: [name] })
      outdated.clear()
      if (hasNotifications) readNewNotifications(queryClient)
      hasNotifications = false
      readChangedRecords(queryClient, changed)
      changed = []
    }
    const unsubscribe = subscribe((update) => {
      if (typeof update === 'object') changed.push(update)
      else if (update === 'notification') hasNotifications = true
      else for (const name of OUTDATED[update]) outdated.add(name)
      gathering ??= setTimeout(readAgain, GATHER)
    })
    return () => {
      clearTimeout(gathering)
      unsubscribe()
    }
  }, [queryClient])
}
