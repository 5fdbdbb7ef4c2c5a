import { emailConflictQuery } from '@prenoto/core/users/user-schema.ts'
import { readEmailConflict } from '@prenoto/core/users/users.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

/** Why a new user, or the one with this id, cannot have the email; undefined while unknown. */
export function useEmailConflict(text: string, id: number | undefined): string | undefined {
  const email = useDebounced(text.trim())
  const { data } = useQuery({
    queryKey: ['email-conflict', email, id],
    queryFn: () => api(readEmailConflict, { body: { email, id } }),
    enabled: emailConflictQuery.safeParse({ email }).success,
    staleTime: 0,
    gcTime: 0,
    meta: { isSilent: true },
  })
  return email === text.trim() ? (data?.conflict ?? undefined) : undefined
}
