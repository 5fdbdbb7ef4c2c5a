import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import { type VisitState, visitStateAt } from '@prenoto/core/bookings/visit-state.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { localTime, toEpoch } from '../../../lib/local-time.ts'

type When = Pick<ShownVisit, 'visit_day' | 'visit_hour'>

const HOUR = 3_600_000

/** Whether a customer can still change the visit; `now` in epoch milliseconds. */
export const getVisitState = (
  { visit_day, visit_hour }: When,
  { time_zone, app_change_hours_notice }: Configuration,
  now: number,
): VisitState => visitStateAt(now, toEpoch(visit_day, visit_hour, time_zone), app_change_hours_notice)

/** 'Puoi spostarla o disdirla fino a martedì 24 novembre alle 11:00.' */
export const changeDeadline = (visit: When, configuration: Configuration) =>
  `Puoi spostarla o disdirla fino ${deadlineText(visit, configuration)}.`

/** Until when a visit that is not yet booked could be cancelled online; `now` in epoch milliseconds. */
export const cancellationTerms = (visit: When, configuration: Configuration, now: number) =>
  getVisitState(visit, configuration, now) === 'open'
    ? `Puoi disdire da qui fino ${deadlineText(visit, configuration)}.`
    : 'Questa non si potrà disdire online.'

/** 'a martedì 24 novembre alle 11:00' */
function deadlineText({ visit_day, visit_hour }: When, { time_zone, app_change_hours_notice }: Configuration): string {
  if (app_change_hours_notice === 0) return 'all’ora della visita'
  const end = toEpoch(visit_day, visit_hour, time_zone) - app_change_hours_notice * HOUR
  const { date, time } = localTime(time_zone, end)
  return `a ${formatDay(date)} alle ${toShortTime(time)}`
}
