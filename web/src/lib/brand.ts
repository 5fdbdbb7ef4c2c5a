import {
  contrast,
  darken,
  darkenFor,
  lighten,
  MIN_CONTRAST,
  readableTextOn,
  toHexColor,
  WHITE,
} from '@prenoto/core/configuration/colors.ts'
import { type Configuration, DEFAULT_PRIMARY_COLOR } from '@prenoto/core/configuration/configuration-schema.ts'
import { getInitial } from '@prenoto/core/configuration/initial.ts'
import { iconAddress } from '@prenoto/core/configuration/logo-address.ts'

/** The darkest surface of the site, as in tokens.css: text readable on it is also readable on white. */
const BACKGROUND = '#faf9f7'

/** Contrast below which a surface cannot be distinguished from white. */
const VISIBLE_ON_WHITE = 1.2

/** Contrast below which even a light tint is invisible. */
const BARELY_TINTED = 1.02

const primaryColor = (configuration?: Configuration) =>
  toHexColor(configuration?.app_primary_color ?? '') ?? DEFAULT_PRIMARY_COLOR

const textOn = (color: string, configuration?: Configuration) =>
  readableTextOn(color, configuration?.app_primary_text_color)

/** Opacity of the scrim over a picture, two hexadecimal digits. */
const SCRIM_ALPHA = 'c7'
/** Share of the picture that shows through the scrim, 0 to 1. */
const SCRIM_TRANSPARENCY = 1 - 0xc7 / 255

/** A dark tone of the brand on which white text is readable even over a white picture. */
function toScrim(brand: string) {
  const tones = Array.from({ length: 51 }, (_, i) => darken(brand, i / 50))
  return tones.find((tone) => contrast(lighten(tone, SCRIM_TRANSPARENCY), WHITE) >= MIN_CONTRAST)!
}

/** The brand's colours as custom properties, each with enough contrast for its use. */
function brandProperties(configuration?: Configuration) {
  const brand = primaryColor(configuration)
  const soft = lighten(brand, 0.8)
  const ink = darkenFor(BACKGROUND, brand)
  const field = lighten(brand, 0.86)
  return {
    '--brand': brand,
    '--on-brand': textOn(brand, configuration),
    '--brand-soft': soft,
    '--brand-soft-edge': contrast(soft, WHITE) < BARELY_TINTED ? ink : soft,
    '--brand-ink': ink,
    '--brand-edge': contrast(brand, WHITE) < VISIBLE_ON_WHITE ? ink : brand,
    '--brand-scrim': `${toScrim(brand)}${SCRIM_ALPHA}`,
    '--brand-deep': toScrim(brand),
    '--brand-field': field,
    '--brand-field-shape': lighten(brand, 0.72),
    '--brand-field-ink': darkenFor(lighten(brand, 0.72), brand),
  }
}

/** The brand's custom properties as a style sheet for the head of a page. */
export function brandStyle(configuration?: Configuration): string {
  const declarations = Object.entries(brandProperties(configuration)).map(([name, value]) => `${name}:${value}`)
  return `:root{${declarations.join(';')}}`
}

/** Sets the brand's custom properties on a loaded page. */
export function applyBrand(page: Document, configuration: Configuration) {
  for (const [name, value] of Object.entries(brandProperties(configuration)))
    page.documentElement.style.setProperty(name, value)
}

/** Icon of the browser tab. */
export const siteIcon = (configuration?: Configuration) =>
  (configuration && iconAddress(configuration.app_logo)) ?? favicon(configuration)

/** Icon of a business without a logo, as a data URL: its initial on its colour. */
export function favicon(configuration?: Configuration): string {
  const brand = primaryColor(configuration)
  const initial = getInitial(configuration?.app_name ?? '').replace(/[<>&]/g, '•')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${brand}"/>` +
    `<text x="16" y="22.5" text-anchor="middle" font-family="sans-serif" font-size="19" font-weight="700" fill="${textOn(brand, configuration)}">${initial}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
