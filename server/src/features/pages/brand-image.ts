import { lighten, toHexColor } from '@prenoto/core/configuration/colors.ts'
import { DEFAULT_PRIMARY_COLOR } from '@prenoto/core/configuration/configuration-schema.ts'
import sharp from 'sharp'

const toColor = (primary: string) => toHexColor(primary) ?? DEFAULT_PRIMARY_COLOR

const png = (svg: string) => sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()

/** A PNG of 1200 × 630 pixels for link previews: the site's color with a lighter circle. */
export function brandPreviewImage(primary: string) {
  const color = toColor(primary)
  return png(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
    <rect width="1200" height="630" fill="${color}"/>
    <circle cx="980" cy="120" r="430" fill="${lighten(color, 0.18)}"/>
  </svg>`)
}

/** A PNG of 32 × 32 pixels in the site's color, for sites without a logo. */
export const brandIcon = (primary: string) =>
  png(`<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">
    <rect width="32" height="32" fill="${toColor(primary)}"/>
  </svg>`)
