import { randomInt } from 'node:crypto'
import type { PageQuery } from '@prenoto/core/contract/pagination.ts'
import { fieldNames } from '@prenoto/core/contract/schema-fields.ts'
import { findTermsIssue } from '@prenoto/core/services/by-calendar.ts'
import { type Service, type ServiceInput, serviceFields } from '@prenoto/core/services/managed-service-schema.ts'
import { findProcessingIssue, type Processing } from '@prenoto/core/services/processing.ts'
import { sql } from 'kysely'
import type { Row } from '../../database/schema.ts'
import { anyId } from '../../database/sql-expressions.ts'
import { type Context, isByKey } from '../../tenants/context.ts'
import { ServiceNotFound } from '../availability/errors.ts'
import { isOnCalendar, otherCalendarIds, replaceOtherCalendars } from '../availability/service-calendars.repository.ts'
import { resource } from '../resource/resource.repository.ts'
import { auditedService } from './audited-service.ts'
import { UnfitTimes } from './errors.ts'
import { withSlotsOfToday } from './slots-of-today.ts'

/** The columns that are no fields of the service. */
type Bookkeeping = 'tenant_id' | 'created_at' | 'idempotency_key' | 'deleted_at' | 'deleted_by'

const FIELDS = fieldNames(serviceFields satisfies Record<Exclude<keyof Row<'services'>, Bookkeeping>, unknown>)

/** The columns for staff, without slots. */
const COLUMNS = [...FIELDS.map((field) => `services.${field}` as const), otherCalendarIds.as('other_calendar_ids')]

export type ServiceFilter = {
  visibility?: 'shown' | 'hidden'
  calendar_id?: number
  ids?: number[]
  /** Part of the name. */
  search?: string
}

/** Services as records that staff edit, with the staff's slots of today. */
export const serviceRecords = resource({
  table: 'services',
  columns: COLUMNS,
  sortBy: ['position', 'id'],
  show: withSlotsOfToday,
  audit: { type: 'service', values: auditedService },
  Missing: ServiceNotFound,
})

/** A page of the services that match all filters, hidden ones included. */
export function listServices(ctx: Context, { per_page, last_id, ...filter }: PageQuery & ServiceFilter) {
  const { visibility, calendar_id, ids, search } = filter
  const isKey = isByKey(ctx)
  const isFiltered = isKey || Object.values(filter).some(Boolean)
  return serviceRecords.list(
    ctx,
    { per_page, last_id },
    isFiltered
      ? (services) =>
          services
            .$if(isKey, (query) => query.where('services.visible_api', '=', true))
            .$if(!!visibility, (query) => query.where('services.visible_frontend', '=', visibility === 'shown'))
            .$if(!!calendar_id, (query) => query.where(isOnCalendar(calendar_id!)))
            .$if(!!ids, (query) => query.where('services.id', '=', anyId(ids!)))
            .$if(!!search, (query) => query.where(sql<boolean>`strpos(lower(services.name), lower(${search!})) > 0`))
      : undefined,
  )
}

const decimal = (amount: string) => Number(amount).toFixed(2)

const decimalOrNull = (amount: string | null) => (amount === null ? null : decimal(amount))

/** Ids are not reused, so that an old link never leads to another variant. */
const newVariantId = () => randomInt(1, 2 ** 31)

/** The columns of a service, without its other calendars; each new variant gets an id. */
export const serviceColumns = ({ variants, by_calendar, other_calendar_ids: _, ...service }: ServiceInput) => ({
  ...service,
  ...(by_calendar && {
    by_calendar: JSON.stringify(
      by_calendar.map(({ amount, discounted_amount, ...terms }) => ({
        ...terms,
        amount: decimalOrNull(amount),
        discounted_amount: decimalOrNull(discounted_amount),
      })),
    ),
  }),
  ...(variants && {
    variants: JSON.stringify(
      variants.map(({ id = newVariantId(), amount, discounted_amount, ...variant }) => ({
        id,
        ...variant,
        amount: decimal(amount),
        discounted_amount: decimalOrNull(discounted_amount),
      })),
    ),
  }),
})

type Changed = Processing & Pick<Service, 'id' | 'version' | 'duration' | 'variants' | 'by_calendar'>

/**
 * Writes the other calendars of a service and returns its columns. A change of its calendars is a new version, too. Throws 422
 * for times that the request leaves out and that do not fit any more.
 */
export async function withOtherCalendars(ctx: Context, { id, version, ...before }: Changed, service: ServiceInput) {
  const after = { ...before, ...service }
  const issue = findProcessingIssue(after) ?? findTermsIssue(after)
  if (issue) throw new UnfitTimes(issue.path.join('.'), issue)
  const { other_calendar_ids } = service
  const isChanged = other_calendar_ids !== undefined && (await replaceOtherCalendars(ctx, id, other_calendar_ids))
  return { ...serviceColumns(service), ...(isChanged && { version: version + 1 }) }
}
