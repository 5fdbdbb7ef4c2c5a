import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readChangedRecords } from './read-changed-records.ts'

/** A query cache that has a list with item 7 in version 3. */
function cacheWith(key: string) {
  const queryClient = new QueryClient()
  const queryKey = [key, 'pages', 20]
  queryClient.setQueryData(queryKey, { pages: [{ items: [{ id: 7, version: 3 }] }], pageParams: [undefined] })
  return { queryClient, isOutdated: () => queryClient.getQueryState(queryKey)!.isInvalidated }
}

test.for([
  ['services', 'services'],
  ['days_off', 'days-off'],
  ['special_openings', 'special-openings-of-12'],
] as const)('a change of %s invalidates the list if it has an older version', ([of, key]) => {
  const { queryClient, isOutdated } = cacheWith(key)
  readChangedRecords(queryClient, [{ of, id: 8, version: 9 }])
  readChangedRecords(queryClient, [{ of, id: 7, version: 3 }])
  expect(isOutdated()).toBe(false)

  readChangedRecords(queryClient, [{ of, id: 7, version: 4 }])
  expect(isOutdated()).toBe(true)
})

test.for([
  ['days_off', ['closures']],
  ['special_openings', ['calendar-hours']],
  ['calendars', ['closures', 'calendar-hours']],
  ['services', []],
] as const)(
  'a change of %s invalidates the hours and closures that depend on it',
  { tags: ['13.105'] },
  ([of, outdated]) => {
    const queryClient = new QueryClient()
    for (const key of ['closures', 'calendar-hours']) queryClient.setQueryData([key, '2026-11-16', '2026-11-22'], [])

    readChangedRecords(queryClient, [{ of, id: 7, version: 1 }])

    const invalidated = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated })
    expect(invalidated.map(({ queryKey: [key] }) => key)).toEqual(outdated)
  },
)

test('a new closure invalidates its list and the months, unless the list has it already', {
  tags: ['13.121'],
}, () => {
  const { queryClient, isOutdated } = cacheWith('days-off')
  queryClient.setQueryData(['closures', '2026-11-01'], [])
  readChangedRecords(queryClient, [{ of: 'days_off', id: 7, version: 1 }])
  expect(isOutdated()).toBe(false)

  readChangedRecords(queryClient, [{ of: 'days_off', id: 8, version: 1 }])
  expect(isOutdated()).toBe(true)
  expect(queryClient.getQueryState(['closures', '2026-11-01'])!.isInvalidated).toBe(true)
})
