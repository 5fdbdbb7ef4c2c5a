import { type AuditFilters, listAuditEntries } from '@prenoto/core/audit/audit.endpoints.ts'
import { listUsers } from '@prenoto/core/users/users.endpoints.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'

const PER_PAGE = 50
const MAX_USERS = 100

/** The audit trail, newest first. It is read again on each visit, since every action adds to it. */
export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam }) =>
      api(listAuditEntries, { query: { per_page: PER_PAGE, last_id: pageParam, ...filters } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ has_more, last_id }) => (has_more ? (last_id ?? undefined) : undefined),
    staleTime: 0,
    gcTime: 0,
    meta: { isSilent: true },
  })

/** The users to choose from; others are found by their name. */
export const auditUsersQuery = queryOptions({
  queryKey: ['audit-users'],
  queryFn: async () => (await api(listUsers, { query: { per_page: MAX_USERS } })).users,
  meta: { isSilent: true },
})
