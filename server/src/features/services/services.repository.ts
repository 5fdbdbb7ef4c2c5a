import { randomInt } from 'node:crypto'
import { fieldNames } from '@prenoto/core/contract/schema-fields.ts'
import { type ServiceInput, serviceFields } from '@prenoto/core/services/managed-service-schema.ts'
import { sql } from 'kysely'
import type { Row } from '../../database/schema.ts'
import { anyOf, hasVersion } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { afterService } from '../availability/availability.repository.ts'
import { isOnCalendar, otherCalendarIds, replaceOtherCalendars } from '../availability/service-calendars.repository.ts'

/** The columns that are no fields of the service. */
type Bookkeeping = 'tenant_id' | 'created_at' | 'idempotency_key' | 'deleted_at' | 'deleted_by'

const FIELDS = fieldNames(serviceFields satisfies Record<Exclude<keyof Row<'services'>, Bookkeeping>, unknown>)

/** The columns for staff, without slots. */
const COLUMNS = [...FIELDS.map((field) => `services.${field}` as const), otherCalendarIds.as('other_calendar_ids')]

const services = (ctx: Context) =>
  ctx.db.selectFrom('services').where('services.tenant_id', '=', ctx.tenant.id).where('services.deleted_at', 'is', null)

export type ServiceFilter = {
  visibility?: 'shown' | 'hidden'
  calendar_id?: number
  ids?: number[]
  /** Part of the name. */
  search?: string
}
type Part = { after: number | undefined; limit: number }

/** The services that match all filters, by position; `limit` of them after the id `after`. */
export function listServices(
  ctx: Context,
  { after, limit, visibility, calendar_id, ids, search }: ServiceFilter & Part,
) {
  return services(ctx)
    .select(COLUMNS)
    .$if(!!visibility, (query) => query.where('services.visible_frontend', '=', visibility === 'shown'))
    .$if(!!calendar_id, (query) => query.where(isOnCalendar(calendar_id!)))
    .$if(!!ids, (query) => query.where('services.id', '=', anyOf(ids!)))
    .$if(!!search, (query) => query.where(sql<boolean>`strpos(lower(services.name), lower(${search!})) > 0`))
    .$if(after !== undefined, (query) => query.where(afterService(ctx, after!)))
    .orderBy('services.position')
    .orderBy('services.id')
    .limit(limit)
    .execute()
}

export type ServiceRow = Awaited<ReturnType<typeof listServices>>[number]

export function findService(ctx: Context, id: number) {
  return services(ctx).select(COLUMNS).where('services.id', '=', id).executeTakeFirst()
}

/** A service that no other change can alter until the transaction ends. */
export function lockServiceRow(ctx: Context, id: number) {
  return services(ctx).select(COLUMNS).where('services.id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Locks a service against bookings. */
export function lockService(ctx: Context, id: number) {
  return services(ctx).select('services.id').where('services.id', '=', id).forUpdate().executeTakeFirst()
}

const decimal = (amount: string) => Number(amount).toFixed(2)

/** Ids are not reused, so that an old link never leads to another variant. */
const newVariantId = () => randomInt(1, 2 ** 31)

/** The columns of a service: each new variant gets an id. */
const stored = ({ variants, ...service }: Omit<ServiceInput, 'other_calendar_ids'>) => ({
  ...service,
  ...(variants && {
    variants: JSON.stringify(
      variants.map(({ id = newVariantId(), name, duration, amount, discounted_amount }) => ({
        id,
        name,
        duration,
        amount: decimal(amount),
        discounted_amount: discounted_amount === null ? null : decimal(discounted_amount),
      })),
    ),
  }),
})

/** Adds a service. A repeated idempotency key updates the service that it made. */
export async function insertService(
  ctx: Context,
  { other_calendar_ids, ...input }: ServiceInput,
  idempotency_key?: string,
) {
  const service = stored(input)
  const { id } = await ctx.db
    .insertInto('services')
    .values({ tenant_id: ctx.tenant.id, ...service, idempotency_key })
    .onConflict((made) =>
      made.columns(['tenant_id', 'idempotency_key']).doUpdateSet({ ...service, deleted_at: null, deleted_by: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await replaceOtherCalendars(ctx, id, other_calendar_ids ?? [])
  return (await findService(ctx, id))!
}

/** Changes a service, of this version if given. */
export async function updateService(
  ctx: Context,
  id: number,
  { other_calendar_ids, ...input }: ServiceInput,
  version?: number,
) {
  const service = stored(input)
  const locked = await services(ctx)
    .select('services.id')
    .where('services.id', '=', id)
    .where(hasVersion(version))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) return undefined
  const isChanged = other_calendar_ids !== undefined && (await replaceOtherCalendars(ctx, id, other_calendar_ids))
  await ctx.db
    .updateTable('services')
    // A change of its calendars is a new version, too; the trigger increments the version if it is set.
    .set({ ...service, ...(isChanged && { version: sql<number>`version + 1` }) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
  return findService(ctx, id)
}
