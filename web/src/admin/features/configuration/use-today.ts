import { type PlainDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { useEffect, useState } from 'react'
import { useConfiguration } from './configuration.queries.ts'

const MINUTE = 60_000

/** The local date of the business; a page that stays open is updated after midnight. */
export function useToday(): PlainDate {
  const { time_zone } = useConfiguration()
  const [today, setToday] = useState(() => todayIn(time_zone))

  useEffect(() => {
    const update = () => setToday(todayIn(time_zone))
    update()
    const timer = setInterval(update, MINUTE)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [time_zone])

  return today
}

/** The Swedish format is YYYY-MM-DD. */
const todayIn = (timeZone: string) => parsePlainDate(new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now()))
