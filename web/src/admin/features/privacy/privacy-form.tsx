import { type PrivacyText, privacyTextSchema } from '@prenoto/core/privacy/privacy.endpoints.ts'
import {
  DEFAULT_PRIVACY_TEXT,
  HEALTH_PLACEHOLDER,
  PRIVACY_DATA,
  unknownPrivacyData,
} from '@prenoto/core/privacy/privacy-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { fieldRegister, fillForm, resetToSaved, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { DraftOffer, EditConflictNotice } from '../../ui/forms/form-notices.tsx'
import { SaveBar, unsavedLabels } from '../../ui/forms/save-bar.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { useEditConflict } from '../../ui/forms/use-edit-conflict.ts'
import { accessQuery } from '../health-notes/health-notes.queries.ts'
import { sectionPath } from '../settings/sections.ts'
import styles from './privacy.module.css'
import { privacyTextQuery, useUpdatePrivacyText } from './privacy.queries.ts'

const HINT = `Al posto di ${PRIVACY_DATA.join(', ')} compaiono i dati dell’attività. Una riga che comincia con # è un titolo, una che comincia con - è un punto di un elenco.`

const LABELS = { text: 'Informativa sulla privacy' }

export function PrivacyForm() {
  const { data, isError, refetch } = useQuery(privacyTextQuery)
  if (data) return <TextForm saved={data} />
  if (!isError) return <p role="status">Caricamento…</p>
  return (
    <div className={`stack gap-3 justify-items-start ${styles.form}`}>
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
  const editConflict = useEditConflict({
    latest: saved,
    toValues: ({ text }) => ({ text }),
    labels: LABELS,
    read: form.getValues,
    write: (saved, values) => fillForm(form, saved, values),
  })
  const draft = useDraft('privacy', {
    page: sectionPath('privacy'),
    item: editConflict.base,
    read: form.getValues,
    write: ({ item, values }) => editConflict.continueFrom(item as PrivacyText, values),
    focus: () => form.setFocus('text'),
  })

  const save = form.handleSubmit(async ({ text }) => {
    const sent = form.getValues()
    let hasNewChanges = false
    try {
      const isSaved = await editConflict.save(async (version) => {
        const updated = await update({ text, version })
        hasNewChanges = resetToSaved(form, { text: updated.text }, sent)
        editConflict.markSaved(updated)
      })
      if (isSaved && !hasNewChanges) draft.clear()
    } catch (error) {
      draft.handleFailure(error)
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })

  return (
    <form
      method="dialog"
      noValidate
      className={`stack gap-3 justify-items-start ${styles.form}`}
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
      <p role="status" className={`empty-absolute ${styles.unknown}`}>
        {unknown.length > 0 &&
          `${unknown.slice(0, 5).join(', ')}: non è tra i dati che compiliamo noi, e comparirà così com’è.`}
      </p>
      <p role="status" className={`empty-absolute ${styles.unknown}`}>
        {omitsHealth &&
          `Un servizio tiene note sulla salute: aggiungi una riga con ${HEALTH_PLACEHOLDER}, oppure scrivilo tu.`}
      </p>
      <div className="flex gap-3 flex-wrap justify-end">
        <ButtonLink look="quiet" href={paths.privacy} target="_blank">
          Vedi la pagina
        </ButtonLink>
        <Button look="quiet" onClick={() => form.setValue('text', DEFAULT_PRIVACY_TEXT, { shouldDirty: true })}>
          Riprendi il testo iniziale
        </Button>
      </div>
      <EditConflictNotice editConflict={editConflict} />
      <SaveBar unsaved={unsavedLabels(form.formState, LABELS)} isSaving={form.formState.isSubmitting} />
    </form>
  )
}
