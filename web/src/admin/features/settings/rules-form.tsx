import { changedRulesSchema } from '@prenoto/core/configuration/site-schema.ts'
import { AfterBookingFields, LimitFields, RulesFields, WaitingListFields } from '../configuration/site-fields.tsx'
import { TextSettings } from '../text-messages/text-settings.tsx'
import { SiteSection, useSiteSection } from './site-section.tsx'

const HINTS = {
  reminder: 'Quanti giorni prima della visita scriviamo al cliente; 0 per non scrivere.',
  months: 'Fino a quanti mesi da oggi si può prenotare; 0 per i soliti 3 mesi.',
  notice: 'Quante ore prima dell’orario si chiudono le prenotazioni; 0 per nessun preavviso.',
}

export function RulesForm() {
  const section = useSiteSection({ schema: changedRulesSchema, draftName: 'rules' })
  return (
    <>
      <SiteSection section={section} aria-labelledby="regole-title">
        <RulesFields hints={HINTS} />
        <AfterBookingFields />
        <WaitingListFields />
        <LimitFields />
      </SiteSection>
      <TextSettings />
    </>
  )
}
