import type { Attendance } from '@prenoto/core/bookings/attendance.ts'
import { ATTENDANCES } from './attendance-texts.ts'
import { Badge } from './badge.tsx'

export function AttendanceBadge({ attendance }: { attendance: Attendance }) {
  const { text, tone } = ATTENDANCES[attendance]
  return <Badge tone={tone}>{text}</Badge>
}
