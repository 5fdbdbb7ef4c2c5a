import { embeddingSchema } from '@prenoto/core/configuration/site-schema.ts'
import { EmbedFields } from '../configuration/embed-fields.tsx'
import { SiteSection, useSiteSection } from './site-section.tsx'

export function EmbeddingForm() {
  const section = useSiteSection({ schema: embeddingSchema, draftName: 'embedding' })
  return (
    <SiteSection section={section} aria-labelledby="incorporamento-title">
      <EmbedFields />
    </SiteSection>
  )
}
