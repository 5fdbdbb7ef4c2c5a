import type { WithdrawableRight } from '@prenoto/core/rights/withdrawable-rights.ts'
import type { Profile } from '@prenoto/core/session/profile-schema.ts'
import type { UserInput } from '@prenoto/core/users/user-form-schema.ts'
import { type RawBuilder, sql } from 'kysely'
import { anyId } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'

/** The user's calendar unless it has been deleted. */
const OWN_CALENDAR = sql<number | null>`(
  select c.id from calendars c where c.tenant_id = users.tenant_id and c.id = users.calendar_id and c.deleted_at is null
)`

const USER_COLUMNS = [
  'users.id',
  'users.name',
  'users.surname',
  'users.email',
  'users.role',
  'users.photo_url',
  'users.phone',
  'users.is_disabled',
  OWN_CALENDAR.as('calendar_id'),
  'users.version',
] as const

const IS_INVITED = sql<boolean>`(users.password_hash is null)`.as('is_invited')
const LISTED_COLUMNS = [...USER_COLUMNS, IS_INVITED] as const

const lastPreviousEmail = sql<string | null>`(
  select previous.email from previous_emails previous
  where previous.tenant_id = users.tenant_id and previous.user_id = users.id
  order by previous.id desc limit 1
)`

/** The user's own account. A first address counts as confirmed, since it replaces none. */
export const ACCOUNT_COLUMNS = [
  ...USER_COLUMNS,
  sql<boolean>`(users.is_email_confirmed or ${lastPreviousEmail} is null)`.as('is_email_confirmed'),
] as const

/** The rights that the business has withdrawn from the row of `users` in a query. */
export const WITHDRAWN_RIGHTS: RawBuilder<WithdrawableRight[]> = sql<WithdrawableRight[]>`(
  select case users.role when 'operator' then c.withdrawn_rights else '{}' end
  from configurations c where c.tenant_id = users.tenant_id
)`

export const EMAIL_INDEX = 'users_email'

const users = (ctx: Context) =>
  ctx.db.selectFrom('users').where('users.tenant_id', '=', ctx.tenant.id).where('users.deleted_at', 'is', null)

export function listUsers(ctx: Context, after: number | undefined, limit: number) {
  return users(ctx)
    .select(LISTED_COLUMNS)
    .$if(after !== undefined, (query) => query.where('users.id', '>', after!))
    .orderBy('users.id')
    .limit(limit)
    .execute()
}

export function findUser(ctx: Context, id: number) {
  return users(ctx).select(LISTED_COLUMNS).where('users.id', '=', id).executeTakeFirst()
}

/** Full names by id, including those of deleted users. */
export async function listFullNames(ctx: Context, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const named = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'surname'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .execute()
  return new Map(named.map(({ id, name, surname }) => [id, `${name} ${surname}`]))
}

/** Locks a user until the transaction ends. */
export function lockUser(ctx: Context, id: number) {
  return users(ctx)
    .select(LISTED_COLUMNS)
    .select('users.is_email_confirmed')
    .where('users.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the administrators who can log in until the transaction ends. */
export function lockActiveAdmins(ctx: Context) {
  return users(ctx)
    .select('users.id')
    .where('users.role', '=', 'admin')
    .where('users.is_disabled', '=', false)
    .orderBy('users.id')
    .forUpdate()
    .execute()
}

/** The enabled user with an e-mail address. */
export function findCredentials(ctx: Context, email: string) {
  return users(ctx)
    .select(['users.id', 'users.name', 'users.surname', 'users.password_hash', 'users.is_email_confirmed'])
    .where((eb) => eb(eb.fn<string>('lower', ['users.email']), '=', email.toLowerCase()))
    .where('users.is_disabled', '=', false)
    .executeTakeFirst()
}

/** Whether a user other than `id` has the e-mail address. */
export async function isEmailTaken(ctx: Context, id: number, email: string): Promise<boolean> {
  const other = await users(ctx)
    .select('users.id')
    .where((eb) => eb(eb.fn<string>('lower', ['users.email']), '=', email.toLowerCase()))
    .where('users.id', '!=', id)
    .executeTakeFirst()
  return other !== undefined
}

/** The enabled user with an e-mail address or, while that is unconfirmed, with it as the previous one. */
export function findPasswordLinkUser(ctx: Context, email: string) {
  const current = sql<boolean>`lower(users.email) = ${email.toLowerCase()}`
  const previous = sql<boolean>`not users.is_email_confirmed and lower(${lastPreviousEmail}) = ${email.toLowerCase()}`
  return users(ctx)
    .select('users.id')
    .where((eb) => eb.or([current, previous]))
    .where('users.is_disabled', '=', false)
    .orderBy(current, 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The recipient of a message to staff: the log-in address and the confirmed one. */
export function findMailUser(ctx: Context, id: number) {
  const confirmed = sql<string>`case when users.is_email_confirmed then users.email
                                    else coalesce(${lastPreviousEmail}, users.email) end`
  return users(ctx)
    .select(['users.id', 'users.name', 'users.email', 'users.is_email_confirmed', confirmed.as('confirmed_email')])
    .where('users.id', '=', id)
    .where('users.is_disabled', '=', false)
    .executeTakeFirst()
}

type Fields = Omit<UserInput, 'password'>

/** Inserts a user with an unconfirmed address. Violates EMAIL_INDEX when the address is taken. */
export function insertUser(ctx: Context, user: Fields, passwordHash: string | null) {
  return ctx.db
    .insertInto('users')
    .values({ tenant_id: ctx.tenant.id, ...user, password_hash: passwordHash, is_email_confirmed: false })
    .returning(LISTED_COLUMNS)
    .executeTakeFirstOrThrow()
}

type Changes = Partial<
  Profile & Fields & { photo_url: string; password_hash: string | null; is_email_confirmed: boolean }
>

/** Violates EMAIL_INDEX when the e-mail address is taken. */
export function updateUser(ctx: Context, id: number, changes: Changes) {
  return ctx.db
    .updateTable('users')
    .set(changes)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning([...ACCOUNT_COLUMNS, IS_INVITED])
    .executeTakeFirstOrThrow()
}

/** Replaces the password hash if it is still `previousHash`. Returns whether it was. */
export async function updatePasswordHash(ctx: Context, id: number, passwordHash: string, previousHash: string | null) {
  const { numUpdatedRows } = await ctx.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('password_hash', 'is not distinct from', previousHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the password and photo of a user who is still removed since `deletedAt`. Returns the previous photo. */
export async function purgeRemovedUser(ctx: Context, id: number, deletedAt: string) {
  const isStill = sql<boolean>`deleted_at = ${deletedAt}::timestamptz`
  const user = await ctx.db
    .selectFrom('users')
    .select('photo_url')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where(isStill)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return undefined
  await ctx.db
    .updateTable('users')
    .set({ password_hash: null, photo_url: '' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
  return user
}

/** Ends a user's sessions and the log-ins that wait for a second factor. */
export async function deleteUserSessions(ctx: Pick<Context, 'db' | 'tenant'>, userId: number) {
  for (const table of ['sessions', 'log_in_challenges'] as const)
    await ctx.db.deleteFrom(table).where('tenant_id', '=', ctx.tenant.id).where('user_id', '=', userId).execute()
}
