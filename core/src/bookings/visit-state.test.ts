import { expect, test } from 'vitest'
import { soonBegins, visitStateAt } from './visit-state.ts'

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

test('what is too late is said in hours', () => {
  expect(soonBegins(24)).toBe('Mancano meno di 24 ore alla visita')
  expect(soonBegins(1)).toBe('Manca meno di un’ora alla visita')
})
