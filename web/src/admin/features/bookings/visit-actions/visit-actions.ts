import type { Attendance } from '@prenoto/core/bookings/attendance.ts'
import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { setAttendance } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { callLink, internationalNumber } from '@prenoto/core/fields/telephone.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { QueryClient } from '@tanstack/react-query'
import { CircleCheck, type LucideIcon, Phone, Undo2, UserRoundCheck, UserRoundX } from 'lucide-react'
import { api, getMessage } from '../../../../lib/api-client.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { ATTENDANCES } from '../../../ui/feedback/attendance-texts.ts'
import type { RowAction } from '../../../ui/lists/row-menu.tsx'
import { bookingQuery, updateCachedBooking } from '../bookings.queries.ts'

export const attendanceIcons: Record<Attendance, LucideIcon> = {
  arrived: UserRoundCheck,
  completed: CircleCheck,
  no_show: UserRoundX,
}

export const attendances = Object.keys(ATTENDANCES) as Attendance[]

/** Null clears the attendance. */
export type AttendanceChange = { booking: StaffBooking; attendance: Attendance | null }

/** Saves the attendance of a visit optimistically and rolls back after an error. */
export async function saveAttendance(queryClient: QueryClient, { booking, attendance }: AttendanceChange) {
  const show = (savedBooking: StaffBooking) => {
    updateCachedBooking(queryClient, savedBooking)
    queryClient.setQueryData(bookingQuery(savedBooking.id).queryKey, (cached) => cached && savedBooking)
  }
  await queryClient.cancelQueries({ queryKey: ['bookings'] })
  show({ ...booking, attendance })
  try {
    show(await api(setAttendance, { params: { id: booking.id }, body: { attendance } }))
  } catch (error) {
    show(booking)
    showToast('danger', getMessage(error))
    throw error
  } finally {
    queryClient.invalidateQueries({ queryKey: ['bookings'] })
  }
}

/** Attendance from the visit's day on, and a call if the telephone is valid. */
export function visitActions(
  booking: StaffBooking,
  today: PlainDate,
  save: (change: AttendanceChange) => void,
): RowAction[] {
  const actions =
    booking.visit_day <= today ? attendances.map((attendance) => attendanceAction(booking, attendance, save)) : []
  if (internationalNumber(booking.telephone))
    actions.push({ text: 'Chiama', Icon: Phone, href: callLink(booking.telephone) })
  return actions
}

/** The action for the current attendance clears it. */
function attendanceAction(
  booking: StaffBooking,
  attendance: Attendance,
  save: (change: AttendanceChange) => void,
): RowAction {
  const { text } = ATTENDANCES[attendance]
  return booking.attendance === attendance
    ? { text: `Togli “${text}”`, Icon: Undo2, run: () => save({ booking, attendance: null }) }
    : { text, Icon: attendanceIcons[attendance], run: () => save({ booking, attendance }) }
}
