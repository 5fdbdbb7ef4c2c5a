import { type PlainDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { formatClock, useLocalClock } from './local-clock.ts'

const MINUTE = 60_000

/** The local date of the business; a page that stays open is updated after midnight. */
export const useToday = (): PlainDate => useLocalClock(todayIn, MINUTE)

const todayIn = (timeZone: string) => parsePlainDate(formatClock(timeZone).split(' ')[0]!)
