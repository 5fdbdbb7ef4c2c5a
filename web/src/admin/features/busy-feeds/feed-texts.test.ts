import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { expect, test, vi } from 'vitest'
import { formatAgo, formatBusyTime, formatSince } from './feed-texts.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')

test.each([
  ['2026-11-23T12:00:30Z', 'meno di un minuto fa'],
  ['2026-11-23T11:58:59Z', 'un minuto fa'],
  ['2026-11-23T11:57:00Z', '3 minuti fa'],
  ['2026-11-23T11:00:00Z', 'un’ora fa'],
  ['2026-11-19T12:00:00Z', '4 giorni fa'],
])('%s was %s', (instant, text) => {
  expect(formatAgo(instant, NOW)).toBe(text)
})

test.each([
  ['2026-11-23 10:00', '2026-11-23 11:00', 'Lunedì 23 novembre, 10:00 - 11:00'],
  ['2026-11-23 00:00', '2026-11-23 23:59', 'Lunedì 23 novembre, tutto il giorno'],
  ['2026-11-23 18:00', '2026-11-25 12:00', 'Lunedì 23 novembre, dalle 18:00, fino a mercoledì 25 novembre'],
])('the time from %s to %s reads %s', (from, to, text) => {
  const parts = (when: string) => {
    const [day, hour] = when.split(' ') as [string, string]
    return [parsePlainDate(day), parsePlainTime(hour)] as const
  }
  const [[day_from, hour_from], [day_to, hour_to]] = [parts(from), parts(to)]
  expect(formatBusyTime({ day_from, hour_from, day_to, hour_to })).toBe(text)
})

test('an instant is shown in the time of the business', () => {
  // Safari has none.
  vi.stubGlobal('Temporal', undefined)
  expect(formatSince('2026-11-23T08:05:00Z', 'Europe/Rome')).toBe('lunedì 23 novembre alle 09:05')
  vi.unstubAllGlobals()
})
