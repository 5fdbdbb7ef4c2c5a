import { contrast, lighten, MIN_CONTRAST, WHITE } from '@prenoto/core/configuration/colors.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { expect, test } from 'vitest'
import { brandStyle } from './brand.ts'

const readStyle = (app_primary_color: string) =>
  Object.fromEntries(
    [...brandStyle({ app_primary_color, app_name: 'Aurora' } as Configuration).matchAll(/(--[\w-]+):([^;}]+)/g)].map(
      ([, name, value]) => [name, value] as const,
    ),
  ) as Record<string, string>

test.each(['#fb923c', '#0f766e', '#1e3a8a', '#ec4899', '#ffffff', '#000000', '#ffff00', '#808080'])(
  'the name is readable over any picture, and on the coloured field without one: %s',
  { tags: ['13.74'] },
  (color) => {
    const style = readStyle(color)
    const scrim = style['--brand-scrim']!
    const alpha = Number.parseInt(scrim.slice(7), 16) / 255
    // White is the worst case for a dark scrim.
    expect(contrast(lighten(scrim.slice(0, 7), 1 - alpha), WHITE)).toBeGreaterThanOrEqual(MIN_CONTRAST)
    for (const background of ['--brand-field', '--brand-field-shape'])
      for (const ink of [style['--brand-field-ink']!, '#1c1917'])
        expect(contrast(style[background]!, ink)).toBeGreaterThanOrEqual(MIN_CONTRAST)
  },
)
