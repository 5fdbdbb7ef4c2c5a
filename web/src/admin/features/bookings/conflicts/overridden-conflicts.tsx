import type { ConflictKind } from '@prenoto/core/contract/conflict.ts'
import { CalendarOff } from 'lucide-react'
import { BookingMark } from '../booking-mark.tsx'

const REASONS: Record<ConflictKind, string> = {
  booking: 'insieme ad altre prenotazioni',
  closure: 'durante una chiusura',
  hours: 'fuori dall’orario di apertura',
  notice: 'senza il preavviso',
  limit: 'oltre il limite del giorno',
}

/** 'Fuori dagli orari proposti: durante una chiusura' */
export function overriddenConflictsText(kinds: ConflictKind[]) {
  const reasons = kinds.map((kind) => REASONS[kind]).join(', ')
  return `Fuori dagli orari proposti${reasons && `: ${reasons}`}`
}

/** Says that the staff booked in spite of conflicts. */
export const OverriddenConflicts = ({ kinds }: { kinds: ConflictKind[] }) => (
  <BookingMark Icon={CalendarOff} text={overriddenConflictsText(kinds)} />
)
