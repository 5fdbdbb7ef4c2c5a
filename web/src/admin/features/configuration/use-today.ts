import { dateOf, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useEffect, useState } from 'react'
import { useConfiguration } from './configuration.queries.ts'

const MINUTE = 60_000

/** The date in the local time of the business, wherever the browser is; a page left open overnight follows. */
export function useToday(): PlainDate {
  const { time_zone } = useConfiguration()
  const [today, setToday] = useState(() => todayIn(time_zone))

  useEffect(() => {
    const look = () => setToday(todayIn(time_zone))
    look()
    const looking = setInterval(look, MINUTE)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(looking)
      document.removeEventListener('visibilitychange', look)
    }
  }, [time_zone])

  return today
}

/** Swedish dates are written YYYY-MM-DD. */
const todayIn = (timeZone: string) => dateOf(new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now()))
