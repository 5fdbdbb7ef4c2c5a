import type { ContactRequest } from '@prenoto/core/contact/contact-schema.ts'
import { PRIVACY_VERSION } from '@prenoto/core/contact-fields.ts'
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
      privacy_version: PRIVACY_VERSION,
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
