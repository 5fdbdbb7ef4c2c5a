import type { Outcome } from '@prenoto/core/bookings/attendance.ts'

type Words = { text: string; tone?: 'success' | 'warning' }

/** What became of a visit, as it is shown. */
export const OUTCOMES: Record<Outcome, Words> = {
  arrived: { text: 'Arrivato', tone: 'success' },
  done: { text: 'Concluso' },
  missed: { text: 'Non presentato', tone: 'warning' },
}
