import type { PlannedVisit } from '@prenoto/core/bookings/series-schema.ts'

/** The user's choice for a planned visit: book it, leave it out, or book the alternative. */
export type Choice = 'in' | 'out' | 'instead'

/** A planned visit and the time that will be booked for it. */
export type SeriesRow = {
  key: string
  planned: PlannedVisit
  /** Undefined if the visit is left out. */
  booked: Pick<PlannedVisit, 'visit_day' | 'visit_hour'> | undefined
  /** Whether the planned time can be booked. */
  isPossible: boolean
}

type Choices = { choices: ReadonlyMap<string, Choice>; isCustomTime: boolean }

/** A visit without conflicts is booked unless left out; one with conflicts only if chosen. */
export function toSeriesRow(planned: PlannedVisit, { choices, isCustomTime }: Choices): SeriesRow {
  const { visit_day, visit_hour, state, conflicts, instead } = planned
  const key = `${visit_day} ${visit_hour}`
  const isClear = state === 'free' || (isCustomTime && state === 'taken' && conflicts.length === 0)
  const isPossible = isClear || (isCustomTime && state === 'taken')
  const choice = choices.get(key) ?? (isClear ? 'in' : 'out')
  const booked = choice === 'in' && isPossible ? { visit_day, visit_hour } : undefined
  return { key, planned, isPossible, booked: choice === 'instead' && instead ? instead : booked }
}
