import type { Role } from '@prenoto/core/contract/role.ts'
import { includesRole } from '@prenoto/core/contract/role.ts'
import { readOwnRights } from '@prenoto/core/rights/rights.endpoints.ts'
import type { WithdrawableRight } from '@prenoto/core/rights/withdrawable-rights.ts'
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

/** The rights that an operator lacks, read by the admin guard before any page is shown. */
export const ownRightsQuery = queryOptions({
  queryKey: ['rights', 'own'],
  queryFn: async () => (await api(readOwnRights, {})).withdrawn,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The rights that the business has withdrawn from the user. */
export function useWithdrawnRights(): WithdrawableRight[] {
  const isOperator = useUser().role === 'operator'
  const { data } = useQuery({ ...ownRightsQuery, enabled: isOperator })
  return (isOperator && data) || []
}

export const useHasRight = (right: WithdrawableRight) => !useWithdrawnRights().includes(right)
