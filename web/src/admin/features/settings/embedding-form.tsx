import { parseEmbedOrigins } from '@prenoto/core/configuration/embed-origins.ts'
import { embeddingSchema, type SiteForm } from '@prenoto/core/configuration/site-schema.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { TextArea } from '../../../ui/field.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { fieldRegister } from '../../ui/forms/admin-form.ts'
import { SITE_LABELS } from '../configuration/site-fields.tsx'
import { SiteSection, useSiteSection } from './site-section.tsx'

const COPY_TEXTS = {
  button: 'Copia il codice',
  copied: 'Codice copiato.',
  selected: 'Il codice è selezionato: copialo con la tastiera o con il menu.',
}

export function EmbeddingForm() {
  const section = useSiteSection({ schema: embeddingSchema, section: 'incorporamento' })
  return (
    <SiteSection section={section} aria-labelledby="incorporamento-title">
      <EmbedFields />
    </SiteSection>
  )
}

/** The sites that may embed the booking pages, and the script tag to copy. */
function EmbedFields() {
  const form = useFormContext<SiteForm>()
  const typed = useWatch({ control: form.control, name: 'app_embed_origins' })
  return (
    <FieldGroup
      title="Prenotazioni nel tuo sito"
      note="Hai già un sito tuo? Può mostrare l’elenco dei servizi e far prenotare senza uscirne."
    >
      <TextArea
        label={SITE_LABELS.app_embed_origins}
        rows={2}
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        hint="L’indirizzo del tuo sito, ad esempio https://www.tuosito.it. Se sono più di uno, uno per riga."
        {...fieldRegister(form)('app_embed_origins')}
      />
      {parseEmbedOrigins(typed ?? '').length > 0 && (
        <CopyField
          label="Codice da mettere nella pagina"
          value={`<script src="${location.origin}/embed.js" async></script>`}
          hint={
            'Dove lo metti, lì si prenota. Per un solo servizio aggiungi data-service="7", con il numero che vedi nell’indirizzo della sua pagina.'
          }
          texts={COPY_TEXTS}
        />
      )}
    </FieldGroup>
  )
}
