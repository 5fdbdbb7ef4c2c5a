import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { Button } from '../../../../ui/button.tsx'
import { ATTENDANCES } from '../../../ui/feedback/attendance-texts.ts'
import { useSetAttendance } from './use-visit-actions.ts'
import { attendanceIcons, attendances } from './visit-actions.ts'

/** Buttons that set the attendance of a visit; the pressed one clears it. */
export function VisitAttendance({ booking }: { booking: StaffBooking }) {
  const { mutate: setAttendance } = useSetAttendance()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons are not form fields
    <div role="group" aria-label="Esito della visita" className="flex gap-2 flex-wrap">
      {attendances.map((attendance) => {
        const Icon = attendanceIcons[attendance]
        const isCurrent = booking.attendance === attendance
        return (
          <Button
            key={attendance}
            look={isCurrent ? 'primary' : 'quiet'}
            aria-pressed={isCurrent}
            onClick={() => setAttendance({ booking, attendance: isCurrent ? null : attendance })}
          >
            <Icon size={18} aria-hidden="true" />
            <span>{ATTENDANCES[attendance].text}</span>
          </Button>
        )
      })}
    </div>
  )
}
