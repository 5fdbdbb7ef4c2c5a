import { batchOrEach } from '../../../queue/batch-or-each.ts'
import type { JobData } from '../../../queue/queue.ts'
import { type Context, transaction } from '../../../tenants/context.ts'
import type { Uploads } from '../../uploads/open-uploads.ts'
import { discardImages, releaseImage } from '../../uploads/store-images.ts'
import { deleteSecondFactors } from '../second-factor/second-factor.repository.ts'
import { deletePreviousEmails } from './previous-emails.repository.ts'
import { purgeRemovedUser } from './users.repository.ts'

type Removed = JobData['purge-user']

/** Deletes the credentials, second factors, previous addresses and photos of removed users once the undo period is over. */
export const purgeUsers = (ctx: Context, removed: Removed[], uploads: Pick<Uploads, 'files' | 'log'>) =>
  batchOrEach(removed, async (removed) => {
    const images = await transaction(ctx, async (ctx) => {
      const released: string[] = []
      for (const user of removed) released.push(...(await purge(ctx, user)))
      return released
    })
    await discardImages(ctx, uploads, images)
    return removed
  })

async function purge(ctx: Context, { user_id, deleted_at }: Removed): Promise<string[]> {
  const user = await purgeRemovedUser(ctx, user_id, deleted_at)
  if (!user) return []
  await deletePreviousEmails(ctx, user_id)
  await deleteSecondFactors(ctx, user_id)
  return releaseImage(ctx, user.photo_url)
}
