import type { Pool } from '../database/connection.ts'
import { type PublicServices, publicServices } from '../services/public-services.ts'
import { type TenantDirectory, tenantDirectory } from './tenant-directory.ts'

/** What a process keeps of businesses from one request to the next. */
export type KeptOfTenants = {
  directory: TenantDirectory
  services: PublicServices
  /** A process announced a change of a business, this one or another. */
  message(payload: string): void
  /** Announcements may have been missed. */
  back(): void
}

export function keptOfTenants(pool: Pool, directory = tenantDirectory(pool)): KeptOfTenants {
  const services = publicServices()
  return {
    directory,
    services,
    message(payload) {
      const tenantId = Number(payload)
      directory.forget(tenantId)
      services.forget(tenantId)
    },
    back: () => directory.forgetAll(),
  }
}
