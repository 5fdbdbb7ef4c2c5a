import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reportFailure } from '../../../../ui/report-failure.ts'
import type { RowAction } from '../../../ui/lists/row-menu.tsx'
import type { Said } from './visit-actions.ts'

const load = () => import('./visit-actions.ts')

/** Says what became of a visit; what is said in a row is sent in that order. */
export function useSayOutcome() {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: 'attendance' },
    mutationFn: async (said: Said) => (await load()).sayOutcome(queryClient, said),
  })
}

/** What can be done about a visit itself. Its code comes after the page: until then, nothing. */
export function useVisitActions(today: PlainDate): (booking: StaffBooking) => RowAction[] {
  const { mutate: say } = useSayOutcome()
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>()
  useEffect(() => {
    load().then(setLoaded, reportFailure)
  }, [])
  return (booking) => loaded?.visitActions(booking, today, say) ?? []
}
