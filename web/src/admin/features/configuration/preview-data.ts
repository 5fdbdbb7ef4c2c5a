import { toHexColor } from '@prenoto/core/configuration/colors.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { SiteForm } from '@prenoto/core/configuration/site-schema.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'

/** The part of the home page that shows what is being filled in. */
export type PreviewSection = 'top' | 'contact' | 'footer'

const SPOTS: Record<string, PreviewSection> = {
  piva: 'footer',
  email: 'footer',
  address: 'footer',
  phone: 'footer',
  whatsapp: 'footer',
  facebook: 'footer',
  instagram: 'footer',
  linkedin: 'footer',
  contact_text: 'contact',
}

/** What a preview shows. */
export type Preview = {
  configuration: Configuration
  services: ServicePage
  page: 'home' | 'services'
  spot: PreviewSection
}

/** Where the preview shows what a field is about. */
export const previewSectionOf = (field: Element): PreviewSection => SPOTS[field.getAttribute('name') ?? ''] ?? 'top'

const COLORS = [
  'app_primary_color',
  'app_primary_text_color',
  'app_secondary_color',
  'app_secondary_text_color',
] as const

/** The configuration as it would be with what is in the form; a colour that is half typed is not one yet. */
export function previewed(saved: Configuration, typed: Partial<SiteForm>, logo: string): Configuration {
  const shown = { ...saved, ...typed, app_logo: logo }
  for (const field of COLORS) if (!toHexColor(shown[field])) shown[field] = saved[field]
  return shown
}
