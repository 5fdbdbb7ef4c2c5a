import { MAIL_LOGO } from '@prenoto/core/configuration/logo-address.ts'
import { BROKEN_IMAGE, UNSUPPORTED_IMAGE } from '@prenoto/core/uploads/uploads.endpoints.ts'
import type { Sharp, SharpOptions } from 'sharp'
import { HttpError, invalid } from '../errors.ts'
import { imageTypeOf } from './image-type.ts'

type Draw = (bytes: Buffer, options?: SharpOptions) => Sharp

/** The library is loaded with the first image: a process that never sees one spares its 20 MB. */
let library: Promise<Draw> | undefined

async function loadLibrary(): Promise<Draw> {
  const { default: sharp } = await import('sharp')
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
  return sharp
}

/** A photo of a good telephone; decoded, it takes some 100 MB. */
const MAX_PIXELS = 26_000_000

let underWay: Promise<unknown> = Promise.resolve()

/** One at a time, since each may take much memory. */
function inTurn<T>(work: (draw: Draw) => Promise<T>): Promise<T> {
  library ??= loadLibrary()
  const drawn = underWay.then(() => library!).then(work)
  underWay = drawn.catch(() => {})
  return drawn
}

/**
 * The image drawn anew, within a square of `side` pixels: a still WebP without whatever else the file carried.
 * Throws 415 for other types, 422 for what cannot be drawn.
 */
export function redrawImage(bytes: Buffer, field: string, side: number): Promise<Buffer> {
  if (!imageTypeOf(bytes)) throw new HttpError(415, UNSUPPORTED_IMAGE, [{ path: field, message: UNSUPPORTED_IMAGE }])

  return inTurn((draw) =>
    draw(bytes, { limitInputPixels: MAX_PIXELS, autoOrient: true })
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
}

/** Pixels: what telephones put on their home screen. */
const ICON = { width: 180, height: 180 }

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** A square PNG of an image that was drawn anew, all of it in sight. */
export const drawIcon = (image: Buffer): Promise<Buffer> =>
  inTurn((draw) =>
    draw(image)
      .resize({ ...ICON, fit: 'contain', background: CLEAR })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  )

/** A PNG of an image that was drawn anew, at the left of a white strip with two pixels for each that e-mails show. */
export const drawMailLogo = (image: Buffer): Promise<Buffer> =>
  inTurn((draw) =>
    draw(image)
      .resize({
        width: 2 * MAIL_LOGO.width,
        height: 2 * MAIL_LOGO.height,
        fit: 'contain',
        position: 'left',
        background: '#ffffff',
      })
      .flatten({ background: '#ffffff' })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  )
