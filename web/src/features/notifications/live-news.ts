import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followNews, type News } from './follow-news.ts'

/** What each kind of news makes out of date, by the beginning of its query keys. */
const OUTDATED: Record<News, string[]> = {
  notification: ['notifications'],
  bookings: ['bookings', 'bookable-services'],
  session: ['user'],
}

/** News often come together: they are waited for, milliseconds, and read at once. */
const GATHER = 250

/** Keeps what the open page shows up to date with what others do. */
export function useLiveNews() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const outdated = new Set<string>()
    let gathering: ReturnType<typeof setTimeout> | undefined

    const readAgain = () => {
      gathering = undefined
      for (const name of outdated) queryClient.invalidateQueries({ queryKey: [name] })
      outdated.clear()
    }
    const stop = followNews((news) => {
      for (const name of OUTDATED[news]) outdated.add(name)
      gathering ??= setTimeout(readAgain, GATHER)
    })
    return () => {
      clearTimeout(gathering)
      stop()
    }
  }, [queryClient])
}
