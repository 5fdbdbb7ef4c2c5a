import type { StaffContext } from '../context.ts'
import type { FileStore } from '../uploads/file-store.ts'
import { discardImage, keepStaffImage, keyOf } from '../uploads/keep-image.ts'
import { updateUser } from '../users/users.repository.ts'

/** Makes an image one's own photo; the one before is thrown away. */
export async function changePhoto(ctx: StaffContext, files: FileStore, image: Buffer) {
  const photo_url = await keepStaffImage(ctx, files, image, 'photo')
  await updateUser(ctx, ctx.user.id, { photo_url })
  const former = keyOf(ctx.user.photo_url)
  if (former) await discardImage(ctx, files, former)
  return { photo_url }
}
