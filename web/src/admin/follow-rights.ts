import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWithdrawnRights } from './features/session/session.queries.ts'

/** Reads all data again when the user's rights change, since the answers depend on them. */
export function useFollowRights() {
  const queryClient = useQueryClient()
  const rights = useWithdrawnRights().join()
  const knownRights = useRef(rights)
  useEffect(() => {
    if (knownRights.current === rights) return
    knownRights.current = rights
    queryClient.removeQueries({ type: 'inactive' })
    queryClient.invalidateQueries()
  }, [rights, queryClient])
}
