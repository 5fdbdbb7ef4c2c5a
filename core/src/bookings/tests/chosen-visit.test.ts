import { expect, test } from 'vitest'
import { chosenVisitQuery } from '../chosen-visit.ts'
import { readChosenVisit } from '../read-chosen-visit.ts'

test.each([
  [
    { con: '12', giorno: '2026-11-28', ora: '09:30' },
    { calendar: 12, day: '2026-11-28', hour: '09:30:00' },
  ],
  [{ con: '12' }, { calendar: 12 }],
  [{ con: 'Anna', giorno: '2026-11-28' }, { day: '2026-11-28' }],
  [{ con: '0', ora: '09:30' }, undefined],
  [{ con: ['1', '2'], dal: '2026-11-21' }, { start: '2026-11-21' }],
])('reads the valid parameters of the query %o', (query, chosen) => {
  expect(readChosenVisit(query)).toEqual(chosen)
})

test('writes the query that it reads', () => {
  const query = { con: '12', dal: '2026-11-21', giorno: '2026-11-28', ora: '09:30' }
  expect(Object.fromEntries(chosenVisitQuery(readChosenVisit(query)!))).toEqual(query)
})
