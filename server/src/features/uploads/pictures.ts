import { PICTURE_WIDTHS, pictureAddress, pictureFile } from '@prenoto/core/uploads/picture-address.ts'
import { uploadPicture } from '@prenoto/core/uploads/uploads.endpoints.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { PictureNotUploaded } from './errors.ts'
import type { Uploads } from './open-uploads.ts'
import type { ResizedImages } from './resize-image.ts'
import { randomName, storeImages } from './store-images.ts'
import { findUpload, lockQuota } from './uploads.repository.ts'

/** Stores a picture in all its widths; a record may then reference it. */
export async function storePicture(ctx: StaffContext, uploads: Uploads, resized: ResizedImages<'middle' | 'small'>) {
  const name = randomName()
  const widths = { large: resized.image, middle: resized.middle, small: resized.small }
  await storeImages(ctx, uploads, {
    images: Object.entries(widths).map(([width, content]) => ({
      key: `${name}-${PICTURE_WIDTHS[width as keyof typeof widths]}.webp`,
      content,
      purpose: 'picture',
    })),
    field: uploadPicture.file,
  })
  return { picture: pictureAddress(name) }
}

/** Checks a reference to a picture and locks the picture for the transaction. Throws 422 at the field. */
export async function requirePicture(ctx: Context, field: string, address: string | undefined) {
  if (!address) return
  await lockQuota(ctx)
  const file = pictureFile(address)
  if (!file || !(await findUpload(ctx, file, ['picture']))) throw new PictureNotUploaded(field)
}

/** Runs `work`, which stores a reference to the picture if any, in a transaction. Throws 422 for a missing picture. */
export function withPicture<T>(
  ctx: Context,
  { picture }: { picture?: string | undefined },
  work: (ctx: Context) => Promise<T>,
) {
  return transaction(ctx, async (ctx) => {
    await requirePicture(ctx, 'picture', picture)
    return work(ctx)
  })
}
