/**
 * How the local clock of one day runs in real time, in minutes.
 * `midnight` is the epoch minute of the local 00:00; on a day without it, extrapolated from the time before the change.
 */
export type DayClock = {
  midnight: number
  change: ClockChange | undefined
}

/**
 * At minute `at` of the day, the local clock jumps by `shift` minutes.
 * Forward: the local times from `at` to `at + shift` do not exist. Back: those from `at + shift` to `at` occur twice.
 */
type ClockChange = { at: number; shift: number }

/** Whether this minute of the day exists: the clock skips some when it goes forward. */
export function existsOn({ change }: DayClock, minutes: number): boolean {
  return !change || minutes < change.at || minutes >= change.at + change.shift
}

/** The first epoch minute at which the clock shows this minute of the day, or a later one if the clock skips it. */
export function epochMinuteOn({ midnight, change }: DayClock, minutes: number): number {
  if (!change || minutes < change.at) return midnight + minutes
  return midnight + Math.max(change.at, minutes - change.shift)
}

/** The minute of the day at an epoch minute; undefined on other days and for the second occurrence of a time. */
export function localMinuteAt(clock: DayClock, epochMinute: number): number | undefined {
  const { midnight, change } = clock
  const elapsed = epochMinute - midnight
  const minute = change && elapsed >= change.at ? elapsed + change.shift : elapsed
  return minute >= 0 && epochMinuteOn(clock, minute) === epochMinute ? minute : undefined
}
