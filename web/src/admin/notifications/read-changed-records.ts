import type { RecordChange } from '@prenoto/core/notifications/notification-schema.ts'
import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { isServiceChoice } from '../bookings/bookings.queries.ts'
import { isOpeningList } from '../calendars/openings.queries.ts'
import { configurationQuery } from '../configuration/configuration.queries.ts'
import { knownItems, type Pages, type Versioned } from '../lib/crud-queries.ts'

/** Under which key the lists of a kind of record are kept. */
const LISTS: Record<Exclude<RecordChange['of'], 'configurations' | 'openings'>, string> = {
  calendars: 'calendars',
  services: 'services',
  days_off: 'days-off',
  users: 'users',
}

/** Reads again what shows an older version of a record; what this page has changed itself it knows. */
export function readChangedRecords(queryClient: QueryClient, changes: RecordChange[]) {
  const kinds = changes
    .filter((change) => isNewClosure(queryClient, change) || isBehind(queryClient, change))
    .map(({ of }) => of)
  for (const kind of new Set(kinds)) queryClient.invalidateQueries(queriesOf(kind))

  if (!changes.some(({ of }) => of !== 'users')) return
  // What can be booked depends on all of them.
  queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
  if (changes.some(({ of }) => of === 'days_off')) queryClient.invalidateQueries({ queryKey: ['closures'] })
  if (changes.some(({ of }) => of === 'services')) queryClient.invalidateQueries({ predicate: isServiceChoice })
}

function queriesOf(kind: RecordChange['of']): QueryFilters {
  if (kind === 'openings') return { predicate: isOpeningList }
  return { queryKey: kind === 'configurations' ? configurationQuery.queryKey : [LISTS[kind]] }
}

/** Closures tell of themselves when they are made, too. */
const isNewClosure = (queryClient: QueryClient, { of, id, version }: RecordChange) =>
  of === 'days_off' && version === 1 && knownItems(queryClient, { key: LISTS.days_off }).every((item) => item.id !== id)

function isBehind(queryClient: QueryClient, { of, id, version }: RecordChange) {
  if (of === 'configurations') return (queryClient.getQueryData(configurationQuery.queryKey)?.version ?? 0) < version
  return queryClient
    .getQueriesData<Partial<Pages<Versioned>>>(queriesOf(of))
    .some(([, list]) =>
      list?.pages?.some(({ items }) => items.some((item) => item.id === id && item.version < version)),
    )
}
