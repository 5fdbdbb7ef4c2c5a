import { emailConflictQuery, type UserForm } from '@prenoto/core/users/user-form-schema.ts'
import type { User } from '@prenoto/core/users/user-schema.ts'
import {
  appointAdministrator,
  createUser,
  deleteUser,
  inviteUser,
  listUsers,
  readEmailConflict,
  restoreUser,
  updateUser,
} from '@prenoto/core/users/users.endpoints.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { adminPaths } from '../../../lib/paths.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { type Crud, crudCalls } from '../../lib/crud-queries.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

export const users: Crud<User, UserForm> = {
  key: 'users',
  page: adminPaths.users,
  list: async (query) => {
    const { users: items, ...tail } = await api(listUsers, { query })
    return { items, ...tail }
  },
  ...crudCalls({ create: createUser, update: updateUser, remove: deleteUser, restore: restoreUser }),
  getName: (user) => `${user.name} ${user.surname}`,
}

export const useInviteUser = () =>
  useMutation({
    mutationFn: (id: number) => api(inviteUser, { params: { id } }),
    onSuccess: () => showToast('success', 'Invito inviato di nuovo.'),
    onError: reportFailure,
  })

export function useAppointAdministrator() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(appointAdministrator, { params: { id } }),
    onSuccess: ({ name, surname }) => {
      queryClient.invalidateQueries({ queryKey: [users.key] })
      showToast('success', `${name} ${surname} ora è tra gli amministratori.`)
    },
    onError: reportFailure,
  })
}

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
