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

/** That the staff has booked at an hour that was not offered, and what stood against it. */
export function despiteWords(kinds: ConflictKind[]) {
  const reasons = kinds.map((kind) => REASONS[kind]).join(', ')
  return `Fuori dagli orari proposti${reasons && `: ${reasons}`}`
}

/** The same as a mark of the booking. */
export const Despite = ({ kinds }: { kinds: ConflictKind[] }) => (
  <BookingMark Icon={CalendarOff} text={despiteWords(kinds)} />
)
