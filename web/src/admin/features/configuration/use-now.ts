import { dateOf, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { minutesOf, timeOf } from '@prenoto/core/time/plain-time.ts'
import { useEffect, useState } from 'react'
import { useConfiguration } from './configuration.queries.ts'

/** The present on the clocks of the business, minutes since midnight. */
export type Now = { date: PlainDate; minutes: number }

const SECOND = 1000

/** The present, which goes on minute by minute. */
export function useNow(): Now {
  const { time_zone } = useConfiguration()
  const [clock, setClock] = useState(() => clockIn(time_zone))

  useEffect(() => {
    const look = () => setClock(clockIn(time_zone))
    look()
    const looking = setInterval(look, 5 * SECOND)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(looking)
      document.removeEventListener('visibilitychange', look)
    }
  }, [time_zone])

  const [date, time] = clock.split(' ') as [string, string]
  return { date: dateOf(date), minutes: minutesOf(timeOf(time)) }
}

/** '2026-11-22 15:04', as Swedish dates and times are written. */
const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(Date.now())
