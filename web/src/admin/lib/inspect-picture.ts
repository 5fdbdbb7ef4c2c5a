import { MEGAPIXELS, pixelsIn, tooManyPixels } from '@prenoto/core/uploads/image-limits.ts'
import {
  ACCEPTED_IMAGES,
  BROKEN_IMAGE,
  MAX_UPLOAD_BYTES,
  TOO_LARGE,
  UNSUPPORTED_IMAGE,
} from '@prenoto/core/uploads/uploads.endpoints.ts'

export const PICTURE_LIMITS = `PNG, JPEG, WebP, GIF o AVIF, fino a 5 MB e ${MEGAPIXELS.byRows} megapixel.`

/** Pixels. */
export type PictureSize = { width: number; height: number }

/** How large a chosen picture is, or what it would be refused for: said before it is sent. */
export async function inspectPicture(file: File): Promise<PictureSize | { problem: string }> {
  if (!ACCEPTED_IMAGES.split(',').includes(file.type)) return { problem: UNSUPPORTED_IMAGE }
  if (file.size > MAX_UPLOAD_BYTES) return { problem: TOO_LARGE }
  const size = await sizeOf(file)
  if (!size) return { problem: BROKEN_IMAGE }
  const megapixels = megapixelsTaken(file.type)
  return size.width * size.height > pixelsIn(megapixels) ? { problem: tooManyPixels(megapixels) } : size
}

/** What takes more to decode for another reason than its type, the server alone can see. */
function megapixelsTaken(type: string) {
  if (type === 'image/avif') return MEGAPIXELS.avif
  return type === 'image/gif' ? MEGAPIXELS.whole : MEGAPIXELS.byRows
}

function sizeOf(file: File) {
  const address = URL.createObjectURL(file)
  const picture = new Image()
  return new Promise<PictureSize | undefined>((resolve) => {
    picture.onload = () => resolve({ width: picture.naturalWidth, height: picture.naturalHeight })
    picture.onerror = () => resolve(undefined)
    picture.src = address
  }).finally(() => URL.revokeObjectURL(address))
}
