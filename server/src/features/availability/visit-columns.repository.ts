import type { VisitField } from '@prenoto/core/bookings/visit-fields.ts'
import { calendarName } from './service-calendars.repository.ts'

/** The fields of a visit within a query of bookings. */
const COLUMNS = {
  visit_day: 'bookings.visit_day',
  visit_hour: 'bookings.visit_hour',
  service_id: 'bookings.service_id',
  service_name: 'bookings.service_name',
  service_duration: 'bookings.service_duration',
  service_price: 'bookings.service_price',
  services: 'bookings.services',
  calendar_id: 'bookings.calendar_id',
  calendar_name: calendarName.as('calendar_name'),
} as const satisfies Record<VisitField, unknown>

/** All columns of a visit, but those that a place leaves out by name. */
export const visitColumns = <LeftOut extends VisitField = never>(...leftOut: LeftOut[]) =>
  Object.entries(COLUMNS).flatMap(([name, column]) =>
    leftOut.some((one) => one === name) ? [] : column,
  ) as (typeof COLUMNS)[Exclude<VisitField, LeftOut>][]

export const VISIT_COLUMNS = visitColumns()
