import type { Attendance } from '@prenoto/core/bookings/attendance.ts'

type Words = { text: string; tone?: 'success' | 'warning' }

export const ATTENDANCES: Record<Attendance, Words> = {
  arrived: { text: 'Arrivato', tone: 'success' },
  completed: { text: 'Concluso' },
  no_show: { text: 'Non presentato', tone: 'warning' },
}
