import { RIGHTS, rights } from '@prenoto/core/contract/right.ts'
import type { RightsOfRoles } from '@prenoto/core/rights/rights-schema.ts'
import type { StaffContext } from '../../tenants/context.ts'
import { findHealthNotesRole } from '../health-notes/health-access.repository.ts'
import { findWithdrawnRights } from './rights.repository.ts'

/** The table of rights. The business chooses the role for health notes; the endpoints declare all others. */
export async function readRights(ctx: StaffContext): Promise<RightsOfRoles> {
  const healthNotesRole = await findHealthNotesRole(ctx)
  return {
    rights: rights.map((right) => ({
      right,
      role: right === 'health_notes' ? healthNotesRole : RIGHTS[right].role,
    })),
    withdrawn: await findWithdrawnRights(ctx),
  }
}
