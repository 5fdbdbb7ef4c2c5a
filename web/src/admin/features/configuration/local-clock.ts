import { useEffect, useState } from 'react'
import { useConfiguration } from './configuration.queries.ts'

/**
 * The result of `read` for the time zone of the business. Reads again after each interval (milliseconds) and when the page
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
