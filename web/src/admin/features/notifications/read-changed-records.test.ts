import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readChangedRecords } from './read-changed-records.ts'

/** A browser that has read a list with one item, 7, in its third version. */
function havingRead(key: string) {
  const queryClient = new QueryClient()
  const queryKey = [key, 'pages', 20]
  queryClient.setQueryData(queryKey, { pages: [{ items: [{ id: 7, version: 3 }] }], pageParams: [undefined] })
  return { queryClient, isOutdated: () => queryClient.getQueryState(queryKey)!.isInvalidated }
}

test.for([
  ['services', 'services'],
  ['days_off', 'days-off'],
  ['openings', 'openings-of-12'],
] as const)('news of %s have the list that shows an older version read again', ([of, key]) => {
  const { queryClient, isOutdated } = havingRead(key)
  readChangedRecords(queryClient, [{ of, id: 8, version: 9 }])
  readChangedRecords(queryClient, [{ of, id: 7, version: 3 }])
  expect(isOutdated()).toBe(false)

  readChangedRecords(queryClient, [{ of, id: 7, version: 4 }])
  expect(isOutdated()).toBe(true)
})

test.for([
  ['days_off', ['closures']],
  ['openings', ['calendar-hours']],
  ['calendars', ['closures', 'calendar-hours']],
  ['services', []],
] as const)(
  'news of %s have the hours of the shown days read again that depend on them',
  { tags: ['13.105'] },
  ([of, outdated]) => {
    const queryClient = new QueryClient()
    for (const key of ['closures', 'calendar-hours']) queryClient.setQueryData([key, '2026-11-16', '2026-11-22'], [])

    readChangedRecords(queryClient, [{ of, id: 7, version: 1 }])

    const invalidated = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated })
    expect(invalidated.map(({ queryKey: [key] }) => key)).toEqual(outdated)
  },
)

test('news of a closure that was just made have its list and the months read again, unless this page has made it', {
  tags: ['13.121'],
}, () => {
  const { queryClient, isOutdated } = havingRead('days-off')
  queryClient.setQueryData(['closures', '2026-11-01'], [])
  readChangedRecords(queryClient, [{ of: 'days_off', id: 7, version: 1 }])
  expect(isOutdated()).toBe(false)

  readChangedRecords(queryClient, [{ of: 'days_off', id: 8, version: 1 }])
  expect(isOutdated()).toBe(true)
  expect(queryClient.getQueryState(['closures', '2026-11-01'])!.isInvalidated).toBe(true)
})
