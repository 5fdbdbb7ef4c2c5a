import { writeFile } from 'node:fs/promises'
import { MAIL_LOGO } from '@prenoto/core/configuration/logo-address.ts'
import { MEGAPIXELS, pixelsIn } from '@prenoto/core/uploads/image-limits.ts'
import { PICTURE_WIDTHS } from '@prenoto/core/uploads/picture-address.ts'
import sharp, { type Metadata } from 'sharp'

/** Further pictures that are made from a resized image. */
const VARIANTS = {
  icon: makeIcon,
  mailLogo: makeMailLogo,
  middle: (image: Buffer) => makeNarrower(image, PICTURE_WIDTHS.middle),
  small: (image: Buffer) => makeNarrower(image, PICTURE_WIDTHS.small),
}
export type Variant = keyof typeof VARIANTS

/** `side`: the image is scaled down to fit a square of so many pixels. */
export type ResizeOptions<C extends Variant = Variant> = { side: number; variants?: C[] }
export type ResizedImages<C extends Variant = Variant> = { image: Buffer } & Record<C, Buffer>

/** `refused.megapixels` is the limit that the image exceeds; undefined for a damaged image. */
export type ResizeResult<C extends Variant = never> =
  | { resized: ResizedImages<C> }
  | { refused: { megapixels?: number } }

export type ResizeRequest = { picture: Buffer; options: ResizeOptions }

// Entry point of the image worker, which resizes one picture.
process.on('message', async (request: ResizeRequest) => process.send!(await resizeImage(request)))
process.on('disconnect', () => process.exit())

// Ctrl-C and service managers signal every process; the server still has to answer the current request.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})

// Makes Linux kill this process, not the server, when memory runs out. Other systems have no such file.
writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})

// Allows only the decoders of the accepted types: no SVG or PDF.
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

/** Formats that are decoded as a whole need up to 10 bytes per pixel; AVIF needs 18 and more. */
function maxMegapixels({ format, isProgressive, pages = 1 }: Metadata) {
  if (format === 'heif') return MEGAPIXELS.avif
  return format === 'gif' || isProgressive || pages > 1 ? MEGAPIXELS.whole : MEGAPIXELS.byRows
}

/** Re-encodes a picture as a still WebP without metadata, and makes its variants from that. */
async function resizeImage({ picture, options: { side, variants = [] } }: ResizeRequest): Promise<ResizeResult> {
  const result = await toStillWebp(picture, side)
  if ('refused' in result) return result

  const { image } = result.resized
  const resized = { image }
  for (const name of variants) Object.assign(resized, { [name]: await VARIANTS[name](image) })
  return { resized }
}

async function toStillWebp(bytes: Buffer, side: number): Promise<ResizeResult> {
  try {
    const source = sharp(bytes, { limitInputPixels: pixelsIn(MEGAPIXELS.byRows), autoOrient: true })
    const metadata = await source.metadata()
    const megapixels = maxMegapixels(metadata)
    if (metadata.width * metadata.height > pixelsIn(megapixels)) return { refused: { megapixels } }

    const image = await source
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
    return { resized: { image } }
  } catch (error) {
    return { refused: { megapixels: /pixel limit/i.test((error as Error).message) ? MEGAPIXELS.byRows : undefined } }
  }
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
