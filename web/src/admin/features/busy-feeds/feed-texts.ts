import type { BusyFeed } from '@prenoto/core/busy-feeds/busy-feed-schema.ts'
import { capitalize, formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { localTime } from '../../../lib/local-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** 'meno di un minuto fa', '3 minuti fa', '2 ore fa', '4 giorni fa' */
export function formatAgo(instant: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(instant))
  if (passed < MINUTE) return 'meno di un minuto fa'
  if (passed < HOUR) return count(Math.floor(passed / MINUTE), 'un minuto', 'minuti')
  if (passed < 24 * HOUR) return count(Math.floor(passed / HOUR), 'un’ora', 'ore')
  return count(Math.floor(passed / (24 * HOUR)), 'un giorno', 'giorni')
}

const count = (number: number, one: string, many: string) => `${number === 1 ? one : `${number} ${many}`} fa`

export const countEvents = (events: number) => (events === 1 ? 'un impegno' : `${events} impegni`)

export const countBookings = (bookings: number) =>
  bookings === 1 ? 'Una prenotazione in questi orari' : `${bookings} prenotazioni in questi orari`

/** 'Lunedì 23 novembre, 10:00 - 11:00' or '…, tutto il giorno'; of several days, the first with its hour. */
export function formatBusyTime({ day_from, hour_from, day_to, hour_to }: BusyFeed['next'][number]): string {
  const isWholeDay = toShortTime(hour_from) === '00:00' && toShortTime(hour_to) === '23:59'
  const day = capitalize(formatDay(day_from))
  if (day_from !== day_to) return `${day}, dalle ${toShortTime(hour_from)}, fino a ${formatDay(day_to)}`
  return `${day}, ${isWholeDay ? 'tutto il giorno' : `${toShortTime(hour_from)} - ${toShortTime(hour_to)}`}`
}

/** 'lunedì 23 novembre alle 10:00' */
export function formatSince(instant: string, timeZone: string): string {
  const { date, time } = localTime(timeZone, Date.parse(instant))
  return `${formatDay(date)} alle ${toShortTime(time)}`
}
