import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { closureText } from '../closure-text.ts'

test.each([
  ['2026-11-26', null, '2026-11-28', null, 'Siamo chiusi dal 26 al 28 novembre.'],
  ['2026-11-26', null, '2026-11-26', null, 'Siamo chiusi il 26 novembre.'],
  ['2026-11-08', null, '2026-11-11', null, 'Siamo chiusi dall’8 all’11 novembre.'],
  ['2026-11-11', null, '2026-11-11', null, 'Siamo chiusi l’11 novembre.'],
  ['2026-12-24', null, '2027-01-01', null, 'Siamo chiusi dal 24 dicembre al 1° gennaio.'],
  ['2026-11-26', '14:00', '2026-11-26', '16:00', 'Siamo chiusi il 26 novembre dalle 14:00 alle 16:00.'],
  ['2026-11-26', '14:00', '2026-11-26', null, 'Siamo chiusi il 26 novembre dalle 14:00.'],
  ['2026-11-26', null, '2026-11-26', '13:00', 'Siamo chiusi il 26 novembre fino alle 13:00.'],
  ['2026-11-26', '14:00', '2026-11-28', '12:00', 'Siamo chiusi dal 26 novembre alle 14:00 al 28 novembre alle 12:00.'],
  ['2026-11-26', null, '2026-11-28', '12:00', 'Siamo chiusi dal 26 al 28 novembre alle 12:00.'],
])(
  'describes a closure from %s %s to %s %s as %s',
  { tags: ['13.164'] },
  (day_from, hour_from, day_to, hour_to, words) => {
    const closure = {
      day_from: parsePlainDate(day_from),
      hour_from: hour_from ? parsePlainTime(hour_from) : null,
      day_to: parsePlainDate(day_to),
      hour_to: hour_to ? parsePlainTime(hour_to) : null,
    }
    expect(closureText(closure)).toBe(words)
  },
)
