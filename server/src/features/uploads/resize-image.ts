import { MAIL_LOGO } from '@prenoto/core/configuration/logo-address.ts'
import { MEGAPIXELS, pixelsIn, tooManyPixels } from '@prenoto/core/uploads/image-limits.ts'
import { PICTURE_WIDTHS } from '@prenoto/core/uploads/picture-address.ts'
import { BROKEN_IMAGE } from '@prenoto/core/uploads/uploads.endpoints.ts'
import sharp, { type Metadata } from 'sharp'

/** Further pictures that are made from a resized image. */
const VARIANTS = {
  icon: makeIcon,
  mailLogo: makeMailLogo,
  middle: (image: Buffer) => makeNarrower(image, PICTURE_WIDTHS.middle),
  small: (image: Buffer) => makeNarrower(image, PICTURE_WIDTHS.small),
}
export type Variant = keyof typeof VARIANTS

/** `side`: the image is scaled down to fit a square of this side, in pixels. */
export type ResizeOptions<V extends Variant = Variant> = { side: number; variants?: V[] }
export type ResizedImages<V extends Variant = Variant> = { image: Buffer } & Record<V, Buffer>

const SLOW = 'L’immagine richiede troppo tempo per essere letta: salvala di nuovo come JPEG o PNG e riprova.'

/** The picture is damaged, has more megapixels than its format may have, or takes too long to decode. */
export class ImageRejected extends Error {}

// Allows only the decoders of the accepted types, and SVG for the icons that the server draws.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

/** Formats that are decoded as a whole need up to 10 bytes per pixel; AVIF needs 18 and more. */
function maxMegapixels({ format, isProgressive, pages = 1 }: Metadata) {
  if (format === 'heif') return MEGAPIXELS.avif
  return format === 'gif' || isProgressive || pages > 1 ? MEGAPIXELS.whole : MEGAPIXELS.byRows
}

/**
 * Re-encodes a picture as a still WebP without metadata, and makes its variants from that. Runs beside the event loop.
 * Throws ImageRejected, also when decoding takes longer than `timeout` seconds.
 */
export async function resizeImage<V extends Variant>(
  picture: Buffer,
  { side, variants = [] }: ResizeOptions<V>,
  timeout: number,
): Promise<ResizedImages<V>> {
  const image = await toStillWebp(picture, side, timeout)
  const resized: { image: Buffer; [name: string]: Buffer } = { image }
  for (const name of variants) resized[name] = await VARIANTS[name](image)
  return resized as ResizedImages<V>
}

async function toStillWebp(picture: Buffer, side: number, timeout: number) {
  try {
    const source = sharp(picture, { limitInputPixels: pixelsIn(MEGAPIXELS.byRows), autoOrient: true })
    const metadata = await source.metadata()
    const megapixels = maxMegapixels(metadata)
    if (metadata.format === 'svg') throw new ImageRejected(BROKEN_IMAGE)
    if (metadata.width * metadata.height > pixelsIn(megapixels)) throw new ImageRejected(tooManyPixels(megapixels))

    return await source
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: timeout })
      .toBuffer()
  } catch (error) {
    throw error instanceof ImageRejected ? error : new ImageRejected(explainRejection(error as Error))
  }
}

/** Italian, for an error of libvips, which has no codes. */
export function explainRejection({ message }: Error): string {
  if (message.includes('pixel limit')) return tooManyPixels(MEGAPIXELS.byRows)
  return message.includes('timeout') ? SLOW : BROKEN_IMAGE
}

/** Pixels: the size of an icon on a phone's home screen. */
const ICON = { width: 180, height: 180 }

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

/** A square PNG that contains the whole image. */
function makeIcon(image: Buffer): Promise<Buffer> {
  return sharp(image)
    .resize({ ...ICON, fit: 'contain', background: TRANSPARENT })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** A PNG with the image at the left of a white strip, at twice the size that e-mails show. */
function makeMailLogo(image: Buffer): Promise<Buffer> {
  return sharp(image)
    .resize({
      width: 2 * MAIL_LOGO.width,
      height: 2 * MAIL_LOGO.height,
      fit: 'contain',
      position: 'left',
      background: '#ffffff',
    })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** A WebP of at most `width` pixels. Effort 6 would take a hundred times as long for transparent images. */
function makeNarrower(image: Buffer, width: number): Promise<Buffer> {
  return sharp(image).resize({ width, withoutEnlargement: true }).webp({ quality: 64, effort: 5 }).toBuffer()
}
