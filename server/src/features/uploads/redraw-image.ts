import { writeFile } from 'node:fs/promises'
import { MAIL_LOGO } from '@prenoto/core/configuration/logo-address.ts'
import { MEGAPIXELS, pixelsIn } from '@prenoto/core/uploads/image-limits.ts'
import { PICTURE_WIDTHS } from '@prenoto/core/uploads/picture-address.ts'
import sharp, { type Metadata } from 'sharp'

/** Pictures that may be made of an image besides itself. */
const COMPANIONS = {
  icon: drawIcon,
  mailLogo: drawMailLogo,
  middle: (image: Buffer) => drawNarrower(image, PICTURE_WIDTHS.middle),
  small: (image: Buffer) => drawNarrower(image, PICTURE_WIDTHS.small),
}
export type Companion = keyof typeof COMPANIONS

/** The image within a square of `side` pixels, and which companions. */
export type Wanted<C extends Companion = Companion> = { side: number; companions?: C[] }
export type Drawn<C extends Companion = Companion> = { image: Buffer } & Record<C, Buffer>

/** What came of it: a refusal tells the megapixels that would have been taken, or nothing for a damaged image. */
export type Outcome<C extends Companion = never> = { drawn: Drawn<C> } | { refused: { megapixels?: number } }

export type Order = { picture: Buffer; wanted: Wanted }

// This is the program of the image worker, which redraws one picture.
process.on('message', async (order: Order) => process.send!(await redrawImage(order)))
process.on('disconnect', () => process.exit())

// Ctrl-C, or a service manager, signals every process; the server still answers the request under way.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})

// When memory runs out, Linux ends this process and not the server. Other systems have no such file.
writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})

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

/** What is decoded whole takes up to 10 bytes for each pixel before there is a first row, AVIF 18 and more. */
function megapixelsTaken({ format, isProgressive, pages = 1 }: Metadata) {
  if (format === 'heif') return MEGAPIXELS.avif
  return format === 'gif' || isProgressive || pages > 1 ? MEGAPIXELS.whole : MEGAPIXELS.byRows
}

/** Redraws a picture: a still WebP without whatever else the file carried, and its companions from that. */
async function redrawImage({ picture, wanted: { side, companions = [] } }: Order): Promise<Outcome> {
  const outcome = await drawStill(picture, side)
  if ('refused' in outcome) return outcome

  const { image } = outcome.drawn
  const drawn = { image }
  for (const name of companions) Object.assign(drawn, { [name]: await COMPANIONS[name](image) })
  return { drawn }
}

async function drawStill(bytes: Buffer, side: number): Promise<Outcome> {
  try {
    const source = sharp(bytes, { limitInputPixels: pixelsIn(MEGAPIXELS.byRows), autoOrient: true })
    const metadata = await source.metadata()
    const megapixels = megapixelsTaken(metadata)
    if (metadata.width * metadata.height > pixelsIn(megapixels)) return { refused: { megapixels } }

    const image = await source
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
    return { drawn: { image } }
  } catch (error) {
    return { refused: { megapixels: /pixel limit/i.test((error as Error).message) ? MEGAPIXELS.byRows : undefined } }
  }
}

/** Pixels: what telephones put on their home screen. */
const ICON = { width: 180, height: 180 }

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** A square PNG of an image that was drawn anew, all of it in sight. */
function drawIcon(image: Buffer): Promise<Buffer> {
  return sharp(image)
    .resize({ ...ICON, fit: 'contain', background: CLEAR })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** A PNG of an image that was drawn anew, at the left of a white strip with two pixels for each that e-mails show. */
function drawMailLogo(image: Buffer): Promise<Buffer> {
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

/** A WebP of an image that was drawn anew, at most so wide. The last step of effort costs a transparent one a hundred times the time. */
function drawNarrower(image: Buffer, width: number): Promise<Buffer> {
  return sharp(image).resize({ width, withoutEnlargement: true }).webp({ quality: 64, effort: 5 }).toBuffer()
}
