import type { Profile } from '@prenoto/core/session/profile-schema.ts'
import { type StaffContext, transaction } from '../../../tenants/context.ts'
import { recordUserChange } from '../users/audited-user.ts'
import { changeEmail, withFreeEmail } from '../users/change-email.ts'
import { lockUser, updateUser } from '../users/users.repository.ts'

/** Changes the user's own data; `changeEmail` handles a new address. Throws as that does. */
export const changeProfile = (ctx: StaffContext, profile: Profile) =>
  withFreeEmail(
    transaction(ctx, async (ctx) => {
      const previousUser = await lockUser(ctx, ctx.user.id)
      await changeEmail(ctx, previousUser!, profile.email)
      const changed = await updateUser(ctx, ctx.user.id, profile)
      await recordUserChange(ctx, previousUser!, changed)
      return changed
    }),
  )
