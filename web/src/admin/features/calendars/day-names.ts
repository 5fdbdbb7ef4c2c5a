import type { Weekday } from '@prenoto/core/availability/opening-hours.ts'

export const dayNames: Record<Weekday, string> = {
  monday: 'Lunedì',
  tuesday: 'Martedì',
  wednesday: 'Mercoledì',
  thursday: 'Giovedì',
  friday: 'Venerdì',
  saturday: 'Sabato',
  sunday: 'Domenica',
}
