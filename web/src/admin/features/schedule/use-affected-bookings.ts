import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { countLeft, countUndecided, LEAVE_ALL } from './booking-choices.ts'
import { type Affected, affectedBookingsQuery } from './schedule.queries.ts'

/** The bookings that planned exceptions affect, and what staff choose for each of them. */
export function useAffectedBookings(affected: Affected | undefined) {
  const id = useId()
  const query = useInfiniteQuery(affectedBookingsQuery(affected))
  const [choices, setChoices] = useState(LEAVE_ALL)
  const count = query.data?.pages[0]?.count ?? 0
  const leftCount = countLeft(choices, count)
  return {
    id,
    query,
    count,
    choices,
    setChoices,
    undecided: countUndecided(choices, count),
    /** How many stay in the agenda, as the end of a button's text. */
    consequence: leftCount > 0 ? `, ${leftCount} ${leftCount === 1 ? 'resta' : 'restano'} in agenda` : '',
  }
}

export type AffectedBookingsState = ReturnType<typeof useAffectedBookings>
