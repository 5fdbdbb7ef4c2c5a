import { expect, test } from 'vitest'
import { shortNoticeText, visitStateAt } from '../visit-state.ts'

const HOUR = 3_600_000
const START = 1_000 * HOUR

test.each([
  ['open', 0, START - 1],
  ['begun', 0, START],
  ['open', 24, START - 24 * HOUR - 1],
  ['closed', 24, START - 24 * HOUR],
  ['closed', 24, START - 1],
  ['begun', 24, START],
])('a visit is %s with a notice of %i hours at %i', (state, notice, now) =>
  expect(visitStateAt(now, START, notice)).toBe(state),
)

test.each([
  [1, 'Manca meno di un’ora alla visita'],
  [24, 'Mancano meno di 24 ore alla visita'],
  [25, 'Mancano meno di 25 ore alla visita'],
  [72, 'Mancano meno di 3 giorni alla visita'],
])('a notice of %i hours reads %s', (hours, words) => expect(shortNoticeText(hours)).toBe(words))
