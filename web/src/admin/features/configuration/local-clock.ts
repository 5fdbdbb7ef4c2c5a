import { useEffect, useState } from 'react'
import { useConfiguration } from './configuration.queries.ts'

/** By time zone: creating one takes milliseconds, and many parts of a page ask for the day. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The present date and time in a time zone, '2026-11-22 15:04' as in Sweden. */
export function formatClock(timeZone: string): string {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(timeZone, format)
  return format.format(Date.now())
}

/**
 * What `read` returns for the time zone of the business, read again after each interval (milliseconds) and when the page
 * becomes visible.
 */
export function useLocalClock<T extends string>(read: (timeZone: string) => T, interval: number): T {
  const { time_zone } = useConfiguration()
  const [present, setPresent] = useState(() => read(time_zone))

  useEffect(() => {
    const update = () => setPresent(read(time_zone))
    update()
    const timer = setInterval(update, interval)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [time_zone, read, interval])

  return present
}
