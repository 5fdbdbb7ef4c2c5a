import type { Attendance } from '@prenoto/core/bookings/attendance.ts'
import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { setAttendance } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { callLink, internationalNumber } from '@prenoto/core/fields/telephone.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { QueryClient } from '@tanstack/react-query'
import { CircleCheck, type LucideIcon, Phone, Undo2, UserRoundCheck, UserRoundX } from 'lucide-react'
import { api, messageOf } from '../../../../lib/api-client.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { ATTENDANCES } from '../../../ui/feedback/attendance-words.ts'
import type { RowAction } from '../../../ui/lists/row-menu.tsx'
import { bookingQuery, putInPlace } from '../bookings.queries.ts'

export const outcomeIcons: Record<Attendance, LucideIcon> = {
  arrived: UserRoundCheck,
  completed: CircleCheck,
  no_show: UserRoundX,
}

export const attendances = Object.keys(ATTENDANCES) as Attendance[]

/** What is said of a visit; null takes back what was. */
export type Said = { booking: StaffBooking; attendance: Attendance | null }

/** Says what became of a visit. It shows at once, and no more if it could not be said. */
export async function sayOutcome(queryClient: QueryClient, { booking, attendance }: Said) {
  const show = (shown: StaffBooking) => {
    putInPlace(queryClient, shown)
    queryClient.setQueryData(bookingQuery(shown.id).queryKey, (known) => known && shown)
  }
  await queryClient.cancelQueries({ queryKey: ['bookings'] })
  show({ ...booking, attendance })
  try {
    show(await api(setAttendance, { params: { id: booking.id }, body: { attendance } }))
  } catch (error) {
    show(booking)
    showToast('danger', messageOf(error))
    throw error
  } finally {
    queryClient.invalidateQueries({ queryKey: ['bookings'] })
  }
}

/** What can be done about a visit on its day and afterwards, and about who does not come. */
export function visitActions(booking: StaffBooking, today: PlainDate, say: (said: Said) => void): RowAction[] {
  const actions =
    booking.visit_day <= today ? attendances.map((attendance) => outcomeAction(booking, attendance, say)) : []
  if (internationalNumber(booking.telephone))
    actions.push({ text: 'Chiama', Icon: Phone, href: callLink(booking.telephone) })
  return actions
}

/** The same choice again takes it back. */
function outcomeAction(booking: StaffBooking, attendance: Attendance, say: (said: Said) => void): RowAction {
  const { text } = ATTENDANCES[attendance]
  return booking.attendance === attendance
    ? { text: `Togli “${text}”`, Icon: Undo2, run: () => say({ booking, attendance: null }) }
    : { text, Icon: outcomeIcons[attendance], run: () => say({ booking, attendance }) }
}
