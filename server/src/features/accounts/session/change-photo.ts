import { uploadPhoto } from '@prenoto/core/session/account.endpoints.ts'
import type { StaffContext } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Uploads } from '../../uploads/open-uploads.ts'
import { discardImages, imageAddress, randomName, releaseImage, storeImages } from '../../uploads/store-images.ts'
import { UserNotFound } from '../users/errors.ts'
import { lockUser, updateUser } from '../users/users.repository.ts'

/** Replaces the user's own photo and deletes the previous one. Throws 404 if the user has been deleted. */
export async function changePhoto(ctx: StaffContext, uploads: Uploads, photo: Buffer) {
  const key = `${randomName()}.webp`
  const photo_url = imageAddress(key)
  const previous = await storeImages(ctx, uploads, {
    images: [{ key, content: photo, purpose: 'photo' }],
    field: uploadPhoto.file,
    saveReference: async (ctx) => {
      const user = await lockUser(ctx, ctx.user.id)
      if (!user) throw new UserNotFound()
      await updateUser(ctx, user.id, { photo_url })
      await recordAudit(ctx, { action: 'user.photo_changed', subject: { type: 'user', id: user.id } })
      return releaseImage(ctx, user.photo_url)
    },
  })
  await discardImages(ctx, uploads, previous)
  return { photo_url }
}
