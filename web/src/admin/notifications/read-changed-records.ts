import type { RecordChange } from '@prenoto/core/notifications/notification-schema.ts'
import type { QueryClient } from '@tanstack/react-query'
import { isServiceChoice } from '../bookings/bookings.queries.ts'
import { configurationQuery } from '../configuration/configuration.queries.ts'
import type { Pages, Versioned } from '../lib/crud-queries.ts'

/** Under which key the lists of a kind of record are kept. */
const LISTS: Record<Exclude<RecordChange['of'], 'configurations'>, string> = {
  calendars: 'calendars',
  services: 'services',
  days_off: 'days-off',
  openings: 'openings',
  users: 'users',
}

/** Reads again what shows an older version of a record; what this page has changed itself it knows. */
export function readChangedRecords(queryClient: QueryClient, changes: RecordChange[]) {
  const lists = changes.filter((change) => isBehind(queryClient, change)).map(keyOf)
  for (const queryKey of new Set(lists)) queryClient.invalidateQueries({ queryKey: [queryKey] })

  if (!changes.some(({ of }) => of !== 'users')) return
  // What can be booked depends on all of them.
  queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
  if (changes.some(({ of }) => of === 'services')) queryClient.invalidateQueries({ predicate: isServiceChoice })
}

const keyOf = ({ of }: RecordChange) => (of === 'configurations' ? configurationQuery.queryKey[0]! : LISTS[of])

function isBehind(queryClient: QueryClient, change: RecordChange) {
  if (change.of === 'configurations')
    return (queryClient.getQueryData(configurationQuery.queryKey)?.version ?? 0) < change.version
  return queryClient
    .getQueriesData<Pages<Versioned>>({ queryKey: [LISTS[change.of], 'pages'] })
    .some(([, list]) =>
      list?.pages.some(({ items }) => items.some(({ id, version }) => id === change.id && version < change.version)),
    )
}
