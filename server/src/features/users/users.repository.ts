import type { Profile } from '@prenoto/core/session/profile-schema.ts'
import type { UserInput } from '@prenoto/core/users/user-schema.ts'
import { sql } from 'kysely'
import { anyOf } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** The calendar of this person, as long as there is one. */
const OWN_CALENDAR = sql<number | null>`(
  select c.id from calendars c where c.tenant_id = users.tenant_id and c.id = users.calendar_id and c.deleted_at is null
)`

/** A user as the API shows them. */
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

const lastPreviousEmail = sql<string | null>`(
  select previous.email from previous_emails previous
  where previous.tenant_id = users.tenant_id and previous.user_id = users.id
  order by previous.id desc limit 1
)`

/** As they see themselves: whether an address waits to be confirmed that was another one before. */
export const ACCOUNT_COLUMNS = [
  ...USER_COLUMNS,
  sql<boolean>`(users.is_email_confirmed or ${lastPreviousEmail} is null)`.as('is_email_confirmed'),
] as const

/** The unique index that keeps two users from having one e-mail address. */
export const EMAIL_INDEX = 'users_email'

const users = (ctx: Context) =>
  ctx.db.selectFrom('users').where('users.tenant_id', '=', ctx.tenant.id).where('users.deleted_at', 'is', null)

export function listUsers(ctx: Context, after: number | undefined, limit: number) {
  return users(ctx)
    .select(USER_COLUMNS)
    .$if(after !== undefined, (query) => query.where('users.id', '>', after!))
    .orderBy('users.id')
    .limit(limit)
    .execute()
}

export function findUser(ctx: Context, id: number) {
  return users(ctx).select(USER_COLUMNS).where('users.id', '=', id).executeTakeFirst()
}

/** What users are called, also once they are gone, by their ids. */
export async function listFullNames(ctx: Context, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const named = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'surname'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(named.map(({ id, name, surname }) => [id, `${name} ${surname}`]))
}

/** Waits for whoever else is changing this user, and keeps them from it until the transaction ends. */
export function lockUser(ctx: Context, id: number) {
  return users(ctx)
    .select(USER_COLUMNS)
    .select(['users.is_email_confirmed', sql<boolean>`users.password_hash is not null`.as('has_password')])
    .where('users.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The administrators who can log in; nobody else changes them until the transaction ends. */
export function lockActiveAdmins(ctx: Context) {
  return users(ctx)
    .select('users.id')
    .where('users.role', '=', 'admin')
    .where('users.is_disabled', '=', false)
    .orderBy('users.id')
    .forUpdate()
    .execute()
}

/** Who may log in with an e-mail address. */
export function findCredentials(ctx: Context, email: string) {
  return users(ctx)
    .select(['users.id', 'users.password_hash', 'users.is_email_confirmed'])
    .where((eb) => eb(eb.fn<string>('lower', ['users.email']), '=', email.toLowerCase()))
    .where('users.is_disabled', '=', false)
    .executeTakeFirst()
}

/** Whether another user than the one of the id has an e-mail address. */
export async function hasAnother(ctx: Context, id: number, email: string): Promise<boolean> {
  const other = await users(ctx)
    .select('users.id')
    .where((eb) => eb(eb.fn<string>('lower', ['users.email']), '=', email.toLowerCase()))
    .where('users.id', '!=', id)
    .executeTakeFirst()
  return other !== undefined
}

/** Who may log in, by their e-mail address or, as long as that is not confirmed, by the one before. */
export function findAddressee(ctx: Context, email: string) {
  const present = sql<boolean>`lower(users.email) = ${email.toLowerCase()}`
  const believed = sql<boolean>`not users.is_email_confirmed and lower(${lastPreviousEmail}) = ${email.toLowerCase()}`
  return users(ctx)
    .select('users.id')
    .where((eb) => eb.or([present, believed]))
    .where('users.is_disabled', '=', false)
    .orderBy(present, 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whom a message to somebody who works here goes to: the address that is known to be theirs, and the one they log in with. */
export function findMailUser(ctx: Context, id: number) {
  const believed = sql<string>`case when users.is_email_confirmed then users.email
                                    else coalesce(${lastPreviousEmail}, users.email) end`
  return users(ctx)
    .select(['users.id', 'users.name', 'users.email', 'users.is_email_confirmed', believed.as('believed_email')])
    .where('users.id', '=', id)
    .where('users.is_disabled', '=', false)
    .executeTakeFirst()
}

type Fields = Omit<UserInput, 'password'>

/** Their address is what somebody typed, until they come in with it. Throws when it is taken: see EMAIL_INDEX. */
export function insertUser(ctx: Context, user: Fields, passwordHash: string | null) {
  return ctx.db
    .insertInto('users')
    .values({ tenant_id: ctx.tenant.id, ...user, password_hash: passwordHash, is_email_confirmed: false })
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow()
}

type Changes = Partial<
  Profile & Fields & { photo_url: string; password_hash: string | null; is_email_confirmed: boolean }
>

/** Changes what is given. Throws when the e-mail address is taken. */
export function updateUser(ctx: Context, id: number, changes: Changes) {
  return ctx.db
    .updateTable('users')
    .set(changes)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Replaces a password hash, unless it is no longer `known`. Says whether it was. */
export async function updatePasswordHash(ctx: Context, id: number, passwordHash: string, known: string | null) {
  const { numUpdatedRows } = await ctx.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('password_hash', 'is not distinct from', known)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes out of a user who was removed then, and not taken back since, what let them in and their picture. Returns what that was. */
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

/** Logs a user out everywhere. */
export async function deleteSessionsOf(ctx: Context, userId: number) {
  await ctx.db.deleteFrom('sessions').where('tenant_id', '=', ctx.tenant.id).where('user_id', '=', userId).execute()
}
