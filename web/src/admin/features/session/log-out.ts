import { logOut } from '@prenoto/core/session/session.endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { goTo, paths } from '../../../lib/paths.ts'
import { logOutHere } from '../../../lib/session.ts'

/** Ends the session and opens the log-in. A failure is only logged. */
export function useLogOut() {
  const { mutate } = useMutation({
    mutationFn: () => api(logOut, {}),
    onSuccess: () => {
      logOutHere()
      goTo(paths.logIn)
    },
  })
  return () => mutate()
}
