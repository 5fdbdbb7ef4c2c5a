import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import { sql } from 'kysely'
import { localDateTime } from '../../database/sql-expressions.ts'
import type { Context, StaffContext } from '../../tenants/context.ts'
import { isRestrictedRequest } from '../restriction/shown-person.repository.ts'

/** A column of a request, hidden if its customer has been restricted since. */
const hideIfRestricted = <Column extends 'name' | 'email' | 'phone' | 'message'>(
  ctx: Context,
  column: Column,
  hidden: string,
) =>
  sql<string>`case when ${isRestrictedRequest(ctx, 'request')} then ${hidden} else ${sql.ref(`request.${column}`)} end`.as(
    column,
  )

const storedRequests = (ctx: Context) =>
  ctx.db
    .selectFrom('contact_requests as request')
    .leftJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'request.tenant_id').onRef('users.id', '=', 'request.answered_by'),
    )
    .select((eb) => [
      'request.id',
      hideIfRestricted(ctx, 'name', `${RESTRICTED_PERSON.name} ${RESTRICTED_PERSON.surname}`),
      hideIfRestricted(ctx, 'email', RESTRICTED_PERSON.email),
      hideIfRestricted(ctx, 'phone', RESTRICTED_PERSON.telephone),
      hideIfRestricted(ctx, 'message', ''),
      localDateTime('request.created_at', ctx.tenant.time_zone).as('created_at'),
      localDateTime('request.answered_at', ctx.tenant.time_zone).$castTo<string | null>().as('answered_at'),
      eb
        .fn<string | null>('nullif', [eb.fn('concat_ws', [eb.val(' '), 'users.name', 'users.surname']), eb.val('')])
        .as('answered_by'),
    ])
    .where('request.tenant_id', '=', ctx.tenant.id)

type Page = { after: number | undefined; limit: number; only: 'unanswered' | undefined }

/** Newest first. */
export function listStoredRequests(ctx: Context, { after, limit, only }: Page) {
  return storedRequests(ctx)
    .$if(after !== undefined, (query) => query.where('request.id', '<', after!))
    .$if(only === 'unanswered', (query) => query.where('request.answered_at', 'is', null))
    .orderBy('request.id', 'desc')
    .limit(limit)
    .execute()
}

export async function countUnanswered(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('contact_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const findStoredRequest = (ctx: Context, id: number) =>
  storedRequests(ctx).where('request.id', '=', id).executeTakeFirst()

/** Returns whether that changed anything: the first answer stays. */
export async function setAnswered(ctx: StaffContext, id: number, answered: boolean): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('contact_requests')
    .set(
      answered
        ? { answered_at: ctx.now.toString(), answered_by: ctx.user.id }
        : { answered_at: null, answered_by: null },
    )
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('answered_at', answered ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether the request existed. */
export async function deleteStoredRequest(ctx: Context, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('contact_requests')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
