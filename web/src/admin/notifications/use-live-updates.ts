import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribe, type Topic } from './shared-event-stream.ts'

/** What each topic makes out of date, by the beginning of its query keys. */
const OUTDATED: Record<Topic, string[]> = {
  notification: ['notifications'],
  bookings: ['bookings', 'bookable-services', 'closed-bookings'],
  session: ['user'],
}

/** Events often come together: they are waited for, milliseconds, and what they are about is read once. */
const GATHER = 250

/** Keeps what the page shows up to date with what others do. */
export function useLiveUpdates() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const outdated = new Set<string>()
    let gathering: ReturnType<typeof setTimeout> | undefined

    const readAgain = () => {
      gathering = undefined
      for (const name of outdated) queryClient.invalidateQueries({ queryKey: [name] })
      outdated.clear()
    }
    const unsubscribe = subscribe((topic) => {
      for (const name of OUTDATED[topic]) outdated.add(name)
      gathering ??= setTimeout(readAgain, GATHER)
    })
    return () => {
      clearTimeout(gathering)
      unsubscribe()
    }
  }, [queryClient])
}
