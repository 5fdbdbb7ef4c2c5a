import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reportFailure } from '../../../../ui/report-failure.ts'
import type { RowAction } from '../../../ui/lists/row-menu.tsx'
import type { AttendanceChange } from './visit-actions.ts'

const load = () => import('./visit-actions.ts')

/** Sets the attendance of a visit. Consecutive changes are sent in order. */
export function useSetAttendance() {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: 'attendance' },
    mutationFn: async (change: AttendanceChange) => (await load()).saveAttendance(queryClient, change),
  })
}

/** The actions of a visit; empty until their code has loaded. */
export function useVisitActions(today: PlainDate): (booking: StaffBooking) => RowAction[] {
  const { mutate: setAttendance } = useSetAttendance()
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>()
  useEffect(() => {
    load().then(setLoaded, reportFailure)
  }, [])
  return (booking) => loaded?.visitActions(booking, today, setAttendance) ?? []
}
