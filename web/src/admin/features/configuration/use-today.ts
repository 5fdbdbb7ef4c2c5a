import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { localTime } from '../../../lib/local-time.ts'
import { useLocalClock } from './local-clock.ts'

const MINUTE = 60_000

/** The local date of the business; a page that stays open is updated after midnight. */
export const useToday = (): PlainDate => useLocalClock(todayIn, MINUTE)

const todayIn = (timeZone: string) => localTime(timeZone).date
