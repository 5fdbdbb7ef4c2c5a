import type { ContactRequest } from '@prenoto/core/contact/contact-schema.ts'
import { privacyVersion } from '../privacy/privacy.repository.ts'
import type { Context } from '../tenants/context.ts'

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
