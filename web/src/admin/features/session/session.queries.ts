import type { Role } from '@prenoto/core/contract/role.ts'
import { includesRole } from '@prenoto/core/contract/role.ts'
import type { Account } from '@prenoto/core/session/account-schema.ts'
import { readUserInfo } from '@prenoto/core/session/session.endpoints.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'

/** The logged-in user, read by the admin guard before any page is shown. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: () => api(readUserInfo, {}),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export const useUser = (): Account => useQuery(userQuery).data!

export const useMay = (needed: Role) => includesRole(useUser().role, needed)
