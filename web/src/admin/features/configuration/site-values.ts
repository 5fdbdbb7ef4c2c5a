import { type Configuration, DEFAULT_PRIMARY_COLOR } from '@prenoto/core/configuration/configuration-schema.ts'
import { type SiteForm, siteSchema } from '@prenoto/core/configuration/site-schema.ts'

const FIELDS = Object.keys(siteSchema.shape) as (keyof SiteForm)[]

/** The initial values of the site's form. */
export function siteValues(configuration: Configuration): SiteForm {
  const values = Object.fromEntries(FIELDS.map((field) => [field, configuration[field]])) as SiteForm
  return { ...values, app_primary_color: configuration.app_primary_color || DEFAULT_PRIMARY_COLOR }
}
