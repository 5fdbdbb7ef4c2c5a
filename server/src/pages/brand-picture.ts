import { crc32, deflateSync } from 'node:zlib'
import { lighten, toHexColor } from '@prenoto/core/configuration/colors.ts'
import { DEFAULT_PRIMARY_COLOR } from '@prenoto/core/configuration/configuration-schema.ts'

/** Pictures of a business that has given none: its colour, and a quiet shape in a lighter tone of it. */

type Size = { width: number; height: number }

/** As large as those who show a shared page would like it. */
const CARD: Size = { width: 1200, height: 630 }
const ICON: Size = { width: 32, height: 32 }

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.byteLength)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A PNG of few colours; `toneAt` says which of them a pixel has. */
function png({ width, height }: Size, colors: string[], toneAt: (x: number, y: number) => number) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits a pixel, each the number of a colour.
  head.set([8, 3, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = toneAt(x, y)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colors.map((color) => color.slice(1)).join(''), 'hex')),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const colorOf = (primary: string) => toHexColor(primary) ?? DEFAULT_PRIMARY_COLOR

/** What is shown beside a link to the site. */
export function brandCard(primary: string) {
  const color = colorOf(primary)
  const [centerX, centerY, radius] = [980, 120, 430]
  const isInside = (x: number, y: number) => (x - centerX) ** 2 + (y - centerY) ** 2 < radius ** 2
  return png(CARD, [color, lighten(color, 0.18)], (x, y) => (isInside(x, y) ? 1 : 0))
}

/** An icon file for those who ask for /favicon.ico, whatever a page says. */
export function brandIcon(primary: string) {
  const picture = png(ICON, [colorOf(primary)], () => 0)
  const head = Buffer.alloc(22)
  // One picture, of this size, 24 bits deep, behind this head.
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.set([ICON.width, ICON.height], 6)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(24, 12)
  head.writeUInt32LE(picture.byteLength, 14)
  head.writeUInt32LE(head.byteLength, 18)
  return Buffer.concat([head, picture])
}
