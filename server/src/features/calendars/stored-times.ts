import type { WeekdayTimes } from '@prenoto/core/availability/opening-hours.ts'

/** Times on some weekdays as JSON text. */
export const storedTimes = (times: readonly WeekdayTimes[]) =>
  JSON.stringify(
    times.map(({ weekdays, from, to }) => ({
      weekdays: [...new Set(weekdays)].sort(),
      from: from.slice(0, 5),
      to: to.slice(0, 5),
    })),
  )
