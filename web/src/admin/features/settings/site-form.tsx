import { presentationSchema } from '@prenoto/core/configuration/site-schema.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { WithPreview } from '../../ui/forms/with-preview.tsx'
import { useConfiguration } from '../configuration/configuration.queries.ts'
import {
  findPreviewSection,
  type Preview,
  type PreviewSection,
  previewConfiguration,
} from '../configuration/preview-data.ts'
import { BusinessFields, CoverField, LooksFields, ReviewsField } from '../configuration/site-fields.tsx'
import { useLogo } from '../configuration/use-logo.ts'
import { shownServicesQuery } from '../services/services.queries.ts'
import { SiteSection, useSiteSection } from './site-section.tsx'

const NO_SERVICES: ServicePage = { services: [], last_id: null, has_more: false, categories: [] }

export function SiteForm({ preview }: { preview: (shownPreview: Preview) => ReactNode }) {
  const configuration = useConfiguration()
  const logo = useLogo()
  const section = useSiteSection({ schema: presentationSchema, section: 'sito', logo })
  const values = useWatch({ control: section.form.control, compute: (typed) => typed })
  const { data: services = NO_SERVICES } = useQuery(shownServicesQuery)
  const [shownSection, setShownSection] = useState<PreviewSection>('top')

  return (
    <WithPreview
      preview={preview({
        configuration: previewConfiguration(configuration, values, logo.addressFor(configuration.app_logo)),
        services,
        page: 'home',
        section: shownSection,
      })}
    >
      <SiteSection
        section={section}
        aria-labelledby="sito-title"
        onFocus={({ target }: FocusEvent<HTMLFormElement, Element>) => setShownSection(findPreviewSection(target))}
      >
        <BusinessFields />
        <ReviewsField />
        <LooksFields logo={logo} cover={<CoverField />} />
      </SiteSection>
    </WithPreview>
  )
}
