import type { ContactRequest } from '@prenoto/core/contact/contact-schema.ts'
import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'
import { privacyVersion } from '../privacy/privacy.repository.ts'

/** Locks contact requests of this address. The key contains a space, so it equals no idempotency key. */
export async function lockContact(ctx: Context, email: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${email.toLowerCase()}`}, ${ctx.tenant.id}))`.execute(
    ctx.db,
  )
}

/** A request since an instant with the same content and the present privacy text. */
export function findSameContactRequest(
  ctx: Context,
  { name, email, phone, message }: ContactRequest,
  since: Temporal.Instant,
) {
  return ctx.db
    .selectFrom('contact_requests')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('name', '=', name)
    .where('phone', '=', phone)
    .where('message', '=', message)
    .where('privacy_version', '=', privacyVersion(ctx))
    .where('consented_at', '>', sql<Temporal.Instant>`${since.toString()}::timestamptz`)
    .limit(1)
    .executeTakeFirst()
}

/** The number of requests with this telephone since an instant. */
export async function countContactRequests(ctx: Context, phone: string, since: Temporal.Instant): Promise<number> {
  const { requests } = await ctx.db
    .selectFrom('contact_requests')
    .select((eb) => eb.fn.countAll<number>().as('requests'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('phone', '=', phone)
    .where('consented_at', '>', sql<Temporal.Instant>`${since.toString()}::timestamptz`)
    .executeTakeFirstOrThrow()
  return requests
}

export function insertContactRequest(ctx: Context, { name, email, phone, message }: ContactRequest) {
  return ctx.db
    .insertInto('contact_requests')
    .values({
      tenant_id: ctx.tenant.id,
      name,
      email,
      phone,
      message,
      privacy_version: privacyVersion(ctx),
      consented_at: ctx.now.toString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export function findContactRequest(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('contact_requests')
    .select(['name', 'email', 'phone', 'message'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()
}
