import type { PlainTime } from '../time/plain-time.ts'

const PARTS_OF_DAY = [
  { part: 'morning', name: 'Mattina', before: '12:00' },
  { part: 'lunch', name: 'Pranzo', before: '14:00' },
  { part: 'afternoon', name: 'Pomeriggio', before: '17:00' },
  { part: 'evening', name: 'Sera', before: '24:00' },
] as const

export type DayPart = (typeof PARTS_OF_DAY)[number]['part']

export const dayParts: readonly DayPart[] = PARTS_OF_DAY.map(({ part }) => part)

/** 'morning' → 'Mattina' */
export const partName = (part: DayPart) => PARTS_OF_DAY.find((entry) => entry.part === part)!.name

export const toDayPart = (slot: PlainTime) => PARTS_OF_DAY.find(({ before }) => slot < before)!.part

export type SlotGroup = { name: string; slots: PlainTime[] }

/** A day's slots by part of the day; a part without slots is absent. */
export function slotGroups(slots: readonly PlainTime[]): SlotGroup[] {
  return PARTS_OF_DAY.map(({ part, name }) => ({
    name,
    slots: slots.filter((slot) => toDayPart(slot) === part),
  })).filter((group) => group.slots.length > 0)
}
