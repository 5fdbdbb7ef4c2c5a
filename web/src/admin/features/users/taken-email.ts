import { emailQuestionSchema } from '@prenoto/core/users/user-schema.ts'
import { readEmailConflict } from '@prenoto/core/users/users.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

/** Why a user, a new one or the one with the id, cannot have the address that is being typed; nothing while that is not known. */
export function useTakenEmail(typed: string, id: number | undefined): string | undefined {
  const email = useDebounced(typed.trim())
  const { data } = useQuery({
    queryKey: ['email-conflict', email, id],
    queryFn: () => api(readEmailConflict, { body: { email, id } }),
    enabled: emailQuestionSchema.safeParse({ email }).success,
    staleTime: 0,
    gcTime: 0,
    meta: { isSilent: true },
  })
  return email === typed.trim() ? (data?.deletionBlocker ?? undefined) : undefined
}
