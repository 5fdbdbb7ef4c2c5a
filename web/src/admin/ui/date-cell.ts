import { isPlainDate } from '@prenoto/core/time/plain-date.ts'
import { toFieldDate } from '../lib/wire-date.ts'

/** A date as it comes, where it is one in DD-MM-YYYY; otherwise '-'. */
export const showDate = (date: string) => (isPlainDate(toFieldDate(date)) ? date : '-')
