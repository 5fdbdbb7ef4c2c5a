import { toHexColor } from '@prenoto/core/configuration/colors.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { SiteForm } from '@prenoto/core/configuration/site-schema.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'

/** The part of the home page that shows the edited field. */
export type PreviewSection = 'top' | 'contact' | 'footer'

const SECTION_OF_FIELD: Record<string, PreviewSection> = {
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

export type Preview = {
  configuration: Configuration
  services: ServicePage
  page: 'home' | 'services'
  section: PreviewSection
}

export const findPreviewSection = (field: Element): PreviewSection =>
  SECTION_OF_FIELD[field.getAttribute('name') ?? ''] ?? 'top'

const COLORS = [
  'app_primary_color',
  'app_primary_text_color',
  'app_secondary_color',
  'app_secondary_text_color',
] as const

/** The configuration with the form's values; invalid colours are ignored. */
export function previewConfiguration(saved: Configuration, values: Partial<SiteForm>, logo: string): Configuration {
  const preview = { ...saved, ...values, app_logo: logo }
  for (const field of COLORS) if (!toHexColor(preview[field])) preview[field] = saved[field]
  return preview
}
