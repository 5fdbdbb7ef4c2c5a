import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { mondayOf } from '../../../../lib/month-days.ts'
import { calendarHoursQuery } from '../../calendars/calendar-hours.queries.ts'
import { closuresQuery, daysQuery } from '../bookings.queries.ts'
import type { Known } from './columns.ts'

const WEEK = 7

/** What was read ahead so many milliseconds ago is not read ahead again. */
const RECENT = 30_000

const queriesOf = (monday: PlainDate) => {
  const sunday = addDays(monday, WEEK - 1)
  return {
    bookings: daysQuery(monday, sunday),
    hours: calendarHoursQuery(monday, sunday),
    closures: closuresQuery(monday, sunday),
  }
}

type Week = { known: Known | undefined; isFailed: boolean; retry: () => void }

/** All that the agenda shows of a week; the weeks before and after it are read ahead. */
export function useWeek(monday: PlainDate): Week {
  const queries = queriesOf(monday)
  const bookings = useQuery(queries.bookings)
  const hours = useQuery(queries.hours)
  const closures = useQuery(queries.closures)
  useNeighbours(monday, bookings.isSuccess && hours.isSuccess && closures.isSuccess)

  const known = useMemo(
    () =>
      bookings.data && hours.data && closures.data
        ? { bookings: bookings.data, hours: hours.data, closures: closures.data }
        : undefined,
    [bookings.data, hours.data, closures.data],
  )
  const all = [bookings, hours, closures]
  return {
    known,
    isFailed: all.some(({ data, isError, isFetching }) => data === undefined && isError && !isFetching),
    retry: () => {
      for (const { data, refetch } of all) if (data === undefined) refetch()
    },
  }
}

function useNeighbours(monday: PlainDate, isReady: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isReady) return
    for (const step of [WEEK, -WEEK]) {
      const { bookings, hours, closures } = queriesOf(addDays(monday, step))
      queryClient.prefetchQuery(bookings)
      queryClient.prefetchQuery(hours)
      queryClient.prefetchQuery({ ...closures, staleTime: RECENT })
    }
  }, [monday, isReady, queryClient])
}

/** The bookings of today, whichever week is shown. */
export function useBookingsOfToday(today: PlainDate) {
  const { data = [] } = useQuery(queriesOf(mondayOf(today)).bookings)
  return useMemo(() => data.filter(({ visit_day }) => visit_day === today), [data, today])
}
