import { type PrivacyText, privacyTextSchema, readPrivacyText } from '@prenoto/core/privacy/privacy.endpoints.ts'
import {
  DEFAULT_PRIVACY_TEXT,
  HEALTH_PLACEHOLDER,
  PRIVACY_DATA,
  unknownPrivacyData,
} from '@prenoto/core/privacy/privacy-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ApiError, api } from '../../../lib/api-client.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { fieldRegister, resetToSaved, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { DraftOffer } from '../../ui/forms/form-notices.tsx'
import { SaveBar, unsavedLabels } from '../../ui/forms/save-bar.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { accessQuery } from '../health-notes/health-notes.queries.ts'
import { privacyTextQuery, useUpdatePrivacyText } from './privacy.queries.ts'
import styles from './privacy-form.module.css'

const HINT = `Al posto di ${PRIVACY_DATA.join(', ')} compaiono i dati dell’attività. Una riga che comincia con # è un titolo, una che comincia con - è un punto di un elenco.`

const LABELS = { text: 'Informativa sulla privacy' }

export function PrivacyForm() {
  const { data, isError, refetch } = useQuery(privacyTextQuery)
  if (data) return <TextForm saved={data} />
  if (!isError) return <p role="status">Caricamento…</p>
  return (
    <div className={styles.form}>
      <p>Non siamo riusciti a leggere il testo.</p>
      <Button look="quiet" onClick={() => refetch()}>
        Riprova
      </Button>
    </div>
  )
}

function TextForm({ saved }: { saved: PrivacyText }) {
  const form = useAdminForm(privacyTextSchema, { text: saved.text })
  const field = fieldRegister(form)
  const text = useWatch({ control: form.control, name: 'text' })
  const unknown = unknownPrivacyData(text)
  const { data: access } = useQuery(accessQuery)
  const omitsHealth = access?.is_offered && !text.includes(HEALTH_PLACEHOLDER)
  const { mutateAsync: update } = useUpdatePrivacyText()
  const [version, setVersion] = useState(saved.version)
  /** The text that another user has saved in the meantime. */
  const [conflicting, setConflicting] = useState<PrivacyText>()

  const draft = useDraft('privacy', {
    item: { version },
    read: form.getValues,
    write: ({ item, values }) => {
      form.setValue('text', values.text as string, { shouldDirty: true })
      setVersion((item as PrivacyText).version)
    },
    focus: () => form.setFocus('text'),
  })

  const save = form.handleSubmit(async ({ text }) => {
    const sent = form.getValues()
    try {
      const updated = await update({ text, version })
      setVersion(updated.version)
      if (!resetToSaved(form, { text: updated.text }, sent)) draft.clear()
    } catch (error) {
      draft.handleFailure(error)
      if (error instanceof ApiError && error.status === 409) setConflicting(await api(readPrivacyText, {}))
      else if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })

  const resolve = (text: string, { version }: PrivacyText) => {
    form.setValue('text', text, { shouldDirty: true })
    setVersion(version)
    setConflicting(undefined)
    form.setFocus('text')
  }

  return (
    <form
      method="dialog"
      noValidate
      className={styles.form}
      onSubmit={save}
      aria-labelledby="privacy-title"
      {...draft.watch}
    >
      <DraftOffer draft={draft} />
      <p>
        I visitatori lo leggono prima di prenotare o di scriverti. Di ogni consenso resta la versione del testo che era
        in vigore. Leggilo e adattalo a come lavori: se tratti dati particolari, per esempio sulla salute, fatti
        consigliare.
      </p>
      <TextArea label={LABELS.text} rows={16} hint={HINT} required {...field('text')} />
      <p role="status" className={styles.unknown}>
        {unknown.length > 0 &&
          `${unknown.slice(0, 5).join(', ')}: non è tra i dati che compiliamo noi, e comparirà così com’è.`}
      </p>
      <p role="status" className={styles.unknown}>
        {omitsHealth &&
          `Un servizio tiene note sulla salute: aggiungi una riga con ${HEALTH_PLACEHOLDER}, oppure scrivilo tu.`}
      </p>
      {conflicting && (
        <div role="alert" className={styles.conflict}>
          <p>Nel frattempo un’altra persona ha salvato questo testo:</p>
          <blockquote className={styles.quote}>{conflicting.text}</blockquote>
          <div className={styles.actions}>
            <Button look="quiet" onClick={() => resolve(form.getValues('text'), conflicting)}>
              Tieni il mio
            </Button>
            <Button look="quiet" onClick={() => resolve(conflicting.text, conflicting)}>
              Prendi questo
            </Button>
          </div>
        </div>
      )}
      <div className={styles.actions}>
        <ButtonLink look="quiet" href={paths.privacy} target="_blank">
          Vedi la pagina
        </ButtonLink>
        <Button look="quiet" onClick={() => form.setValue('text', DEFAULT_PRIVACY_TEXT, { shouldDirty: true })}>
          Riprendi il testo iniziale
        </Button>
      </div>
      <SaveBar
        unsaved={unsavedLabels(form.formState, LABELS)}
        isSaving={form.formState.isSubmitting}
        isBlocked={conflicting !== undefined}
      />
    </form>
  )
}
