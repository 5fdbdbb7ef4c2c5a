import {
  contrast,
  darken,
  darkenFor,
  lighten,
  READABLE,
  readableTextOn,
  toHexColor,
  WHITE,
} from '@prenoto/core/configuration/colors.ts'
import { type Configuration, DEFAULT_PRIMARY_COLOR } from '@prenoto/core/configuration/configuration-schema.ts'
import { initialOf } from '@prenoto/core/configuration/initial.ts'
import { iconAddress } from '@prenoto/core/configuration/logo-address.ts'

/** The least bright surface of the site, as in tokens.css: what can be read on it can be on white too. */
const GROUND = '#faf9f7'

/** Below this a surface of the colour cannot be told from the white around it. */
const VISIBLE_ON_WHITE = 1.2

/** Below this not even the tint of a light surface shows. */
const BARELY_TINTED = 1.02

const primaryColor = (configuration?: Configuration) =>
  toHexColor(configuration?.app_primary_color ?? '') ?? DEFAULT_PRIMARY_COLOR

const textOn = (color: string, configuration?: Configuration) =>
  readableTextOn(color, configuration?.app_primary_text_color)

/** How much of a picture shows through the scrim before it: as two digits of a colour, and as a part of one. */
const SCRIM_ALPHA = 'c7'
const SEEN_THROUGH = 1 - 0xc7 / 255

/** A dark tone on which white can be read even where the scrim lies on a white picture. */
function scrimOf(brand: string) {
  const tones = Array.from({ length: 51 }, (_, i) => darken(brand, i / 50))
  return tones.find((tone) => contrast(lighten(tone, SEEN_THROUGH), WHITE) >= READABLE)!
}

/** The colours of the business as custom properties, each made fit for its use. */
function brandProperties(configuration?: Configuration) {
  const brand = primaryColor(configuration)
  const soft = lighten(brand, 0.8)
  const ink = darkenFor(GROUND, brand)
  const field = lighten(brand, 0.86)
  return {
    '--brand': brand,
    '--on-brand': textOn(brand, configuration),
    '--brand-soft': soft,
    '--brand-soft-edge': contrast(soft, WHITE) < BARELY_TINTED ? ink : soft,
    '--brand-ink': ink,
    '--brand-edge': contrast(brand, WHITE) < VISIBLE_ON_WHITE ? ink : brand,
    '--brand-scrim': `${scrimOf(brand)}${SCRIM_ALPHA}`,
    '--brand-deep': scrimOf(brand),
    '--brand-field': field,
    '--brand-field-shape': lighten(brand, 0.72),
    '--brand-field-ink': darkenFor(lighten(brand, 0.72), brand),
  }
}

/** The colours of the business, for the head of a page. */
export function brandStyle(configuration?: Configuration): string {
  const declarations = Object.entries(brandProperties(configuration)).map(([name, value]) => `${name}:${value}`)
  return `:root{${declarations.join(';')}}`
}

/** Gives a page that shows already the colours of the business. */
export function applyBrand(page: Document, configuration: Configuration) {
  for (const [name, value] of Object.entries(brandProperties(configuration)))
    page.documentElement.style.setProperty(name, value)
}

/** What stands for the business in the tab of a browser. */
export const iconOf = (configuration?: Configuration) =>
  (configuration && iconAddress(configuration.app_logo)) ?? favicon(configuration)

/** For a business without a logo: its initial on its colour. */
export function favicon(configuration?: Configuration): string {
  const brand = primaryColor(configuration)
  const initial = initialOf(configuration?.app_name ?? '').replace(/[<>&]/g, '•')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${brand}"/>` +
    `<text x="16" y="22.5" text-anchor="middle" font-family="sans-serif" font-size="19" font-weight="700" fill="${textOn(brand, configuration)}">${initial}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
