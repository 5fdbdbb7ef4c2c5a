import { type PlainDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime, toMinuteOfDay } from '@prenoto/core/time/plain-time.ts'
import { useEffect, useState } from 'react'
import { useConfiguration } from './configuration.queries.ts'

/** Local date and time of the business; `minutes` since midnight. */
export type Now = { date: PlainDate; minutes: number }

const SECOND = 1000

/** The current local time of the business, updated every few seconds. */
export function useNow(): Now {
  const { time_zone } = useConfiguration()
  const [clock, setClock] = useState(() => clockIn(time_zone))

  useEffect(() => {
    const update = () => setClock(clockIn(time_zone))
    update()
    const timer = setInterval(update, 5 * SECOND)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [time_zone])

  return toNow(clock)
}

/** The local time of the business at this moment. */
export const nowIn = (timeZone: string): Now => toNow(clockIn(timeZone))

function toNow(clock: string): Now {
  const [date, time] = clock.split(' ') as [string, string]
  return { date: parsePlainDate(date), minutes: toMinuteOfDay(parsePlainTime(time)) }
}

/** '2026-11-22 15:04', the Swedish format. */
const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(Date.now())
