import { logoName } from '@prenoto/core/configuration/logo-address.ts'
import type { ConfigurationChanges } from '@prenoto/core/configuration/site-schema.ts'
import { VersionConflict } from '../../lib/errors.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { requirePlainNames } from '../../tenants/plain-names.ts'
import { requirePicture } from '../uploads/pictures.ts'
import { findUpload } from '../uploads/uploads.repository.ts'
import { findConfiguration } from './configuration.repository.ts'
import { LogoNotUploaded } from './errors.ts'
import { saveConfiguration } from './save-configuration.ts'

/**
 * Changes the given fields. Throws 422 for a logo or cover that was not uploaded here or as `requirePlainNames` does, 409 for
 * a version conflict.
 */
export async function changeConfiguration(ctx: StaffContext, changes: ConfigurationChanges, version?: number) {
  const { app_name, address, phone, whatsapp } = changes
  requirePlainNames(ctx, { app_name, address, phone, whatsapp })
  if (changes.app_logo && !(await isLogo(ctx, changes.app_logo))) throw new LogoNotUploaded('app_logo')
  await transaction(ctx, async (ctx) => {
    await requirePicture(ctx, 'app_cover', changes.app_cover)
    if (!(await saveConfiguration(ctx, changes, version))) throw new VersionConflict(await findConfiguration(ctx))
    // Applies the new setting to existing bookings.
    if (changes.app_day_reminder) await ctx.jobs.add(ctx, 'plan-reminders', {})
  })
  return findConfiguration(ctx)
}

async function isLogo(ctx: StaffContext, address: string) {
  const name = logoName(address)
  return name !== undefined && (await findUpload(ctx, `${name}.webp`, ['logo'])) !== undefined
}
