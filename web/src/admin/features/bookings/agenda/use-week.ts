import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { mondayBefore } from '../../../../lib/month-days.ts'
import { calendarHoursQuery } from '../../calendars/calendar-hours.queries.ts'
import { bookingsOfDaysQuery, closuresQuery } from '../bookings.queries.ts'
import type { AgendaData } from './agenda-columns.ts'

const WEEK = 7

/** Closures prefetched this recently, in milliseconds, are not prefetched again. */
const PREFETCH_STALE_TIME = 30_000

const weekQueries = (monday: PlainDate) => {
  const sunday = addDays(monday, WEEK - 1)
  return {
    bookings: bookingsOfDaysQuery(monday, sunday),
    hours: calendarHoursQuery(monday, sunday),
    closures: closuresQuery(monday, sunday),
  }
}

type Week = { data: AgendaData | undefined; isFailed: boolean; retry: () => void }

/** Reads the bookings, opening hours and closures of a week, and prefetches the weeks before and after it. */
export function useWeek(monday: PlainDate): Week {
  const queries = weekQueries(monday)
  const bookings = useQuery(queries.bookings)
  const hours = useQuery(queries.hours)
  const closures = useQuery(queries.closures)
  usePrefetchedNeighbours(monday, bookings.isSuccess && hours.isSuccess && closures.isSuccess)

  const data = useMemo(
    () =>
      bookings.data && hours.data && closures.data
        ? { bookings: bookings.data, hours: hours.data, closures: closures.data }
        : undefined,
    [bookings.data, hours.data, closures.data],
  )
  const all = [bookings, hours, closures]
  return {
    data,
    isFailed: all.some(({ data, isError, isFetching }) => data === undefined && isError && !isFetching),
    retry: () => {
      for (const { data, refetch } of all) if (data === undefined) refetch()
    },
  }
}

function usePrefetchedNeighbours(monday: PlainDate, isReady: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isReady) return
    for (const step of [WEEK, -WEEK]) {
      const { bookings, hours, closures } = weekQueries(addDays(monday, step))
      queryClient.prefetchQuery(bookings)
      queryClient.prefetchQuery(hours)
      queryClient.prefetchQuery({ ...closures, staleTime: PREFETCH_STALE_TIME })
    }
  }, [monday, isReady, queryClient])
}

/** Today's bookings, independent of the week that is shown. */
export function useBookingsOfToday(today: PlainDate) {
  const { data = [] } = useQuery(weekQueries(mondayBefore(today)).bookings)
  return useMemo(() => data.filter(({ visit_day }) => visit_day === today), [data, today])
}
