import type { Role } from '@prenoto/core/contract/role.ts'
import { includesRole } from '@prenoto/core/contract/role.ts'
import type { Account } from '@prenoto/core/session/account-schema.ts'
import { readUserInfo } from '@prenoto/core/session/session.endpoints.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'

/** Who is logged in. The access guard reads it before any page shows. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: () => api(readUserInfo, {}),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export const useUser = (): Account => useQuery(userQuery).data!

/** Whether who is logged in may do what needs a role. */
export const useMay = (needed: Role) => includesRole(useUser().role, needed)
