import { changedRulesSchema } from '@prenoto/core/configuration/site-schema.ts'
import {
  AfterBookingFields,
  AfterVisitFields,
  AssistantFields,
  ChangedRulesFields,
  LimitFields,
  WaitingListFields,
} from '../configuration/site-fields.tsx'
import { TextSettings } from '../text-messages/text-settings.tsx'
import { SiteSection, useSiteSection } from './site-section.tsx'

export function RulesForm() {
  const section = useSiteSection({ schema: changedRulesSchema, section: 'regole' })
  return (
    <>
      <SiteSection section={section} aria-labelledby="regole-title">
        <ChangedRulesFields />
        <AfterBookingFields />
        <AfterVisitFields />
        <WaitingListFields />
        <LimitFields />
        <AssistantFields />
      </SiteSection>
      <TextSettings />
    </>
  )
}
