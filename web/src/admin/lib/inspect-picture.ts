import { MEGAPIXELS, pixelsIn, tooManyPixels } from '@prenoto/core/uploads/image-limits.ts'
import {
  ACCEPTED_IMAGES,
  BROKEN_IMAGE,
  MAX_UPLOAD_BYTES,
  TOO_LARGE,
  UNSUPPORTED_IMAGE,
} from '@prenoto/core/uploads/uploads.endpoints.ts'

export const PICTURE_LIMITS = `PNG, JPEG, WebP, GIF o AVIF, fino a 5 MB e ${MEGAPIXELS.byRows} megapixel.`

/** In pixels. */
export type PictureSize = { width: number; height: number }

/** The size of a picture, or the message with which the server would refuse it. */
export async function inspectPicture(file: File): Promise<PictureSize | { problem: string }> {
  if (!ACCEPTED_IMAGES.split(',').includes(file.type)) return { problem: UNSUPPORTED_IMAGE }
  if (file.size > MAX_UPLOAD_BYTES) return { problem: TOO_LARGE }
  const size = await readSize(file)
  if (!size) return { problem: BROKEN_IMAGE }
  const megapixels = maxMegapixels(file.type)
  return size.width * size.height > pixelsIn(megapixels) ? { problem: tooManyPixels(megapixels) } : size
}

/** The limit by file type. The server knows more about the file and may apply a lower one. */
function maxMegapixels(type: string) {
  if (type === 'image/avif') return MEGAPIXELS.avif
  return type === 'image/gif' ? MEGAPIXELS.whole : MEGAPIXELS.byRows
}

function readSize(file: File) {
  const address = URL.createObjectURL(file)
  const picture = new Image()
  return new Promise<PictureSize | undefined>((resolve) => {
    picture.onload = () => resolve({ width: picture.naturalWidth, height: picture.naturalHeight })
    picture.onerror = () => resolve(undefined)
    picture.src = address
  }).finally(() => URL.revokeObjectURL(address))
}
