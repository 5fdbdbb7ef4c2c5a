import type { VisitField } from '@prenoto/core/bookings/visit-fields.ts'
import { type VisitText, visitTexts } from '@prenoto/core/services/visit-texts.ts'
import { sql } from 'kysely'
import { rangesInMinutes } from '../../database/sql-expressions.ts'
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

/** The times that a visit copies from its services, besides its duration; `processing_times` in minutes from its start. */
export const TIME_COLUMNS = [
  'bookings.buffer_before',
  'bookings.buffer_after',
  rangesInMinutes(sql`bookings.processing`, sql`bookings.starts_at`).as('processing_times'),
] as const

/** All columns of a visit, but those that a place leaves out by name. */
export const visitColumns = <LeftOut extends VisitField = never>(...leftOut: LeftOut[]) =>
  Object.entries(COLUMNS).flatMap(([name, column]) =>
    leftOut.some((one) => one === name) ? [] : column,
  ) as (typeof COLUMNS)[Exclude<VisitField, LeftOut>][]

export const VISIT_COLUMNS = visitColumns()

/** A text of a booking's services, each once; of several services under their names, as `combined` joins them. */
const joinTexts = (text: VisitText) =>
  sql<string>`(
  select coalesce(string_agg(
    case when jsonb_array_length(bookings.services) > 1 then part.name || ':\n' else '' end || ${sql.ref(`s.${text}`)},
    '\n\n' order by part.place), '')
  from (
    select (one ->> 'service_id')::bigint as service_id, min(place) as place,
           (array_agg(one ->> 'name' order by place))[1] as name
    from jsonb_array_elements(
      coalesce(bookings.services, jsonb_build_array(jsonb_build_object('service_id', bookings.service_id)))
    ) with ordinality as parts (one, place)
    group by 1
  ) part
  join services s on s.tenant_id = bookings.tenant_id and s.id = part.service_id
  where ${sql.ref(`s.${text}`)} != ''
)`.as(text)

/** The fields of a visit that its customer sees. */
export const CUSTOMER_COLUMNS = [...VISIT_COLUMNS, ...visitTexts.map(joinTexts)]
