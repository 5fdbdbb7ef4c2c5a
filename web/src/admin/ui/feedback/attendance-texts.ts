import type { Attendance } from '@prenoto/core/bookings/attendance.ts'
import type { Confirmation } from '@prenoto/core/bookings/confirmation.ts'

type Words = { text: string; tone?: 'success' | 'warning' }

export const ATTENDANCES: Record<Attendance, Words> = {
  arrived: { text: 'Arrivato', tone: 'success' },
  completed: { text: 'Concluso' },
  no_show: { text: 'Non presentato', tone: 'warning' },
}

const CONFIRMATIONS: Record<NonNullable<Confirmation>, Words> = {
  confirmed: { text: 'Confermato', tone: 'success' },
  missing: { text: 'Da confermare', tone: 'warning' },
}

type Visit = { attendance: Attendance | null; confirmation?: Confirmation }

/** The attendance of a visit or, before it, the customer's answer to the reminder. */
export function visitWords({ attendance, confirmation }: Visit): Words | undefined {
  if (attendance) return ATTENDANCES[attendance]
  return confirmation ? CONFIRMATIONS[confirmation] : undefined
}
