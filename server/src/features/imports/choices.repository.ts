import type { Context } from '../../tenants/context.ts'

/** The services and calendars of the business with the names by which a file may call them. */
export async function listChoices(ctx: Context) {
  const services = await ctx.db
    .selectFrom('services')
    .select(['id', 'name'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const calendars = await ctx.db
    .selectFrom('calendars')
    .select(['id', 'name', 'public_name'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return {
    services: services.map(({ id, name }) => ({ id, names: [name] })),
    calendars: calendars.map(({ id, name, public_name }) => ({ id, names: [name, public_name] })),
  }
}
