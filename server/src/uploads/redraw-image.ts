import { BROKEN_IMAGE, UNSUPPORTED_IMAGE } from '@prenoto/core/uploads/uploads.endpoints.ts'
import sharp from 'sharp'
import { HttpError, invalid } from '../errors.ts'
import { imageTypeOf } from './image-type.ts'

// Only the decoders of the types that are taken: no SVG, PDF or whatever else the library can read.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

/** A photo of a good telephone; decoded, it takes some 100 MB. */
const MAX_PIXELS = 26_000_000

let underWay: Promise<unknown> = Promise.resolve()

/**
 * The image drawn anew, within a square of `side` pixels: a still WebP without whatever else the file carried.
 * One at a time, since each may take much memory. Throws 415 for other types, 422 for what cannot be drawn.
 */
export function redrawImage(bytes: Buffer, field: string, side: number): Promise<Buffer> {
  if (!imageTypeOf(bytes)) throw new HttpError(415, UNSUPPORTED_IMAGE, [{ path: field, message: UNSUPPORTED_IMAGE }])

  const redrawn = underWay.then(() =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, autoOrient: true })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: 20 })
      .toBuffer()
      .catch((error: Error) => {
        throw /pixel limit/i.test(error.message)
          ? invalid(field, 'L’immagine è troppo grande: usane una fino a 25 megapixel.')
          : invalid(field, BROKEN_IMAGE)
      }),
  )
  underWay = redrawn.catch(() => {})
  return redrawn
}

/** Pixels: what telephones put on their home screen. */
const ICON_SIDE = 180

/** A square PNG of an image that was drawn anew, all of it in sight. */
export const drawIcon = (image: Buffer) =>
  sharp(image)
    .resize({ width: ICON_SIDE, height: ICON_SIDE, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 9 })
    .toBuffer()
