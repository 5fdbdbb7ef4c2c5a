/** A colour as red, green and blue, integers from 0 to 255. */
type Rgb = [red: number, green: number, blue: number]

export const WHITE = '#ffffff'
const NEAR_BLACK = '#1c1917'

/** Minimum text contrast (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST = 4.5

/** '#FA0' or '#FFAA00' → '#ffaa00'; undefined for anything else. */
export function toHexColor(text: string): string | undefined {
  const color = text.trim().toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(color)) return color
  if (/^#[0-9a-f]{3}$/.test(color)) return color.replace(/[0-9a-f]/g, (digit) => digit + digit)
  return undefined
}

/** From 1, the same colour, to 21, black on white (WCAG 2.2, contrast ratio). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The preferred colour if readable on the background, otherwise near-black or white, the more readable one. */
export function readableTextOn(background: string, preferred?: string): string {
  const chosen = preferred && toHexColor(preferred)
  if (chosen && contrast(background, chosen) >= MIN_CONTRAST) return chosen
  // On a middle grey only pure black or white has enough contrast.
  return [NEAR_BLACK, WHITE].find((text) => contrast(background, text) >= MIN_CONTRAST) ?? '#000000'
}

/** Lightens a colour: 0 leaves it unchanged, 1 makes it white. */
export function lighten(color: string, fraction: number): string {
  return mix(color, WHITE, fraction)
}

/** Darkens a colour: 0 leaves it unchanged, 1 makes it black. */
export function darken(color: string, fraction: number): string {
  return mix(color, '#000000', fraction)
}

/** The colour, darkened only as far as needed to be readable on this light background. */
export function darkenFor(background: string, color: string): string {
  for (let fraction = 0; fraction < 1; fraction += 0.02) {
    const darker = darken(color, fraction)
    if (contrast(darker, background) >= MIN_CONTRAST) return darker
  }
  return '#000000'
}

function mix(color: string, into: string, fraction: number): string {
  const target = toRgb(into)
  const mixed = toRgb(color).map((value, i) => Math.round(value + (target[i]! - value) * fraction))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function toRgb(color: string): Rgb {
  const hex = toHexColor(color)
  if (!hex) throw new RangeError(`not a hex colour: ${color}`)
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
}

function luminance(color: string): number {
  const [red, green, blue] = toRgb(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
