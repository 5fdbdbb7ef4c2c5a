import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { Context } from '../../tenants/context.ts'
import { toOrigin } from '../../tenants/domain-name.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import type { Business } from './booking-file.ts'

/** The business as organizer of calendar files. `port`: of a site on localhost. */
export const findBusiness = async (ctx: Context, port: number) => toBusiness(ctx, await findConfiguration(ctx), port)

export function toBusiness(ctx: Context, { app_name, address, email }: Configuration, port: number): Business {
  const { name, time_zone, domain } = ctx.tenant
  return { name: app_name || name, address, email, time_zone, origin: toOrigin(domain, port) }
}
