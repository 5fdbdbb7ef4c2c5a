import { readableTextOn, toHexColor } from '@prenoto/core/configuration/colors.ts'
import { DEFAULT_PRIMARY_COLOR } from '@prenoto/core/configuration/configuration-schema.ts'
import { APP_ICONS, type AppIcon } from '@prenoto/core/pages/installed-app.ts'
import sharp from 'sharp'

/** Shares of the side that the logo fills; what is outside of a circle of 0.8 may be cut off a maskable icon. */
const LOGO_SHARE = { any: 0.84, maskable: 0.62 }

/** The logo of a business on white; `logo` in any format that uploads are stored in. */
export async function logoAppIcon(icon: AppIcon, logo: Buffer): Promise<Buffer> {
  const { side, isMaskable } = APP_ICONS[icon]
  const inner = Math.round(side * LOGO_SHARE[isMaskable ? 'maskable' : 'any'])
  const picture = await sharp(logo).resize({ width: inner, height: inner, fit: 'inside' }).png().toBuffer()
  return sharp({ create: { width: side, height: side, channels: 3, background: '#ffffff' } })
    .composite([{ input: picture }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** A calendar on the colour of a business without a logo; a letter would need a font. */
export async function plainAppIcon(icon: AppIcon, primary: string): Promise<Buffer> {
  const { side, isMaskable } = APP_ICONS[icon]
  const color = toHexColor(primary) ?? DEFAULT_PRIMARY_COLOR
  const ink = readableTextOn(color)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 48 48">
    <rect width="48" height="48" rx="${isMaskable || icon === 'touch' ? 0 : 11}" fill="${color}"/>
    <g fill="none" stroke="${ink}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">
      <rect x="14" y="15" width="20" height="19" rx="3"/>
      <path d="M19 12.5v5M29 12.5v5M14 21.5h20M20 27.8l2.7 2.7 5.3-5.3"/>
    </g>
  </svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}
