import type { PlainTime } from '../time/plain-time.ts'

const PARTS_OF_DAY = [
  { name: 'Mattina', before: '12:00' },
  { name: 'Pranzo', before: '14:00' },
  { name: 'Pomeriggio', before: '17:00' },
  { name: 'Sera', before: '24:00' },
]

export type SlotGroup = { name: string; slots: PlainTime[] }

/** A day's slots by part of the day; a part without slots is absent. */
export function slotGroups(slots: readonly PlainTime[]): SlotGroup[] {
  return PARTS_OF_DAY.map(({ name, before }, i) => {
    const from = PARTS_OF_DAY[i - 1]?.before ?? '00:00'
    return { name, slots: slots.filter((slot) => slot >= from && slot < before) }
  }).filter((group) => group.slots.length > 0)
}
