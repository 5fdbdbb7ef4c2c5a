import type { PlannedVisit } from '@prenoto/core/bookings/series-schema.ts'

/** What became of a visit of the plan by somebody's hand. */
export type Choice = 'in' | 'out' | 'instead'

/** A visit of the plan with what is to be booked of it. */
export type SeriesRow = {
  key: string
  planned: PlannedVisit
  /** When it will be; undefined where it is left out. */
  booked: Pick<PlannedVisit, 'visit_day' | 'visit_hour'> | undefined
  /** Whether it may be booked where it was planned. */
  isPossible: boolean
}

type Chosen = { choices: ReadonlyMap<string, Choice>; isFree: boolean }

/** What runs into nothing is booked, unless it is left out; what runs into something is not, unless somebody wants it. */
export function rowOf(planned: PlannedVisit, { choices, isFree }: Chosen): SeriesRow {
  const { visit_day, visit_hour, state, conflicts, instead } = planned
  const key = `${visit_day} ${visit_hour}`
  const isClear = state === 'free' || (isFree && state === 'taken' && conflicts.length === 0)
  const isPossible = isClear || (isFree && state === 'taken')
  const choice = choices.get(key) ?? (isClear ? 'in' : 'out')
  const booked = choice === 'in' && isPossible ? { visit_day, visit_hour } : undefined
  return { key, planned, isPossible, booked: choice === 'instead' && instead ? instead : booked }
}
