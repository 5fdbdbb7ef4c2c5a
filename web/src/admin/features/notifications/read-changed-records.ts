import type { RecordChange } from '@prenoto/core/notifications/notification-schema.ts'
import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import type { Pages, Versioned } from '../../lib/crud-queries.ts'
import { isServiceChoice } from '../bookings/bookings.queries.ts'
import { configurationQuery } from '../configuration/configuration.queries.ts'
import { isSpecialOpeningsQuery } from '../schedule/exceptions.queries.ts'
import { userQuery } from '../session/session.queries.ts'

/** The query keys of the lists. */
const LISTS: Record<Exclude<RecordChange['of'], 'configurations' | 'special_openings'>, string> = {
  calendars: 'calendars',
  services: 'services',
  days_off: 'days-off',
  changed_hours: 'changed-hours',
  users: 'users',
  customers: 'customers',
}

/** The query keys of data derived from each kind of record. */
const DERIVED: Partial<Record<RecordChange['of'], string[]>> = {
  calendars: ['calendar-hours', 'closures'],
  special_openings: ['calendar-hours'],
  changed_hours: ['calendar-hours', 'changed-hours'],
  days_off: ['closures'],
  configurations: ['calendar-hours', 'rights'],
}

/** Invalidates the queries with an older version of a record; the page's own changes are cached already. */
export function readChangedRecords(queryClient: QueryClient, changes: RecordChange[]) {
  const kinds = changes.filter((change) => isOutdated(queryClient, change)).map(({ of }) => of)
  for (const kind of new Set(kinds)) queryClient.invalidateQueries(affectedQueries(kind))

  for (const key of new Set(changes.flatMap(({ of }) => DERIVED[of] ?? [])))
    queryClient.invalidateQueries({ queryKey: [key] })

  const ownId = queryClient.getQueryData(userQuery.queryKey)?.id
  if (changes.some(({ of, id }) => of === 'users' && id === ownId))
    queryClient.invalidateQueries({ queryKey: userQuery.queryKey })

  if (!changes.some(({ of }) => of !== 'users' && of !== 'customers')) return
  // The bookable services depend on all other kinds.
  queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
  if (changes.some(({ of }) => of === 'services')) queryClient.invalidateQueries({ predicate: isServiceChoice })
}

function affectedQueries(kind: RecordChange['of']): QueryFilters {
  if (kind === 'special_openings') return { predicate: isSpecialOpeningsQuery }
  return { queryKey: kind === 'configurations' ? configurationQuery.queryKey : [LISTS[kind]] }
}

function isOutdated(queryClient: QueryClient, { of, id, version }: RecordChange) {
  if (of === 'configurations') return (queryClient.getQueryData(configurationQuery.queryKey)?.version ?? 0) < version
  // The list of customers has no versions. Such events are rare, since bookings do not cause them.
  if (of === 'customers') return true
  const cachedItems = queryClient
    .getQueriesData<Partial<Pages<Versioned>>>(affectedQueries(of))
    .flatMap(([, list]) => list?.pages?.flatMap(({ items }) => items.filter((item) => item.id === id)) ?? [])
  // Closures also send an event when they are created.
  if (cachedItems.length === 0) return of === 'days_off' && version === 1
  return cachedItems.some((item) => item.version < version)
}
