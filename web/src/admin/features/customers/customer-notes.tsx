import { type CustomerProfile, customerNotesSchema } from '@prenoto/core/customers/customer-schema.ts'
import { useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { fieldsOf, resetToSaved, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { DraftOffer, EditConflictNotice, OutdatedHint } from '../../ui/forms/form-notices.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { useEditConflict } from '../../ui/forms/use-edit-conflict.ts'
import styles from './customer-sheet.module.css'
import { useSaveNotes } from './customer-sheet.queries.ts'

const LABELS = { notes: 'Note' }

const valuesOf = ({ notes }: CustomerProfile) => ({ notes })

/** What the staff should know of a customer, and nobody else reads. */
export function CustomerNotes({ customer }: { customer: CustomerProfile }) {
  const form = useAdminForm(customerNotesSchema, valuesOf(customer))
  const field = fieldsOf(form)
  const { mutateAsync: send } = useSaveNotes(customer.id)
  const editConflict = useEditConflict({
    latest: customer,
    valuesOf,
    labels: LABELS,
    read: form.getValues,
    write: (base, mine) => {
      form.reset(base)
      if ('notes' in mine) form.setValue('notes', mine.notes as string, { shouldDirty: true })
    },
  })
  const draft = useDraft(`customer-notes ${customer.id}`, {
    item: editConflict.base,
    read: form.getValues,
    write: ({ item, values }) => editConflict.continueFrom(item as CustomerProfile, values),
    focus: () => form.setFocus('notes'),
  })

  // Where nothing was typed there is nothing to choose: what others write is simply there.
  const { isDirty, isSubmitting } = form.formState
  const follows = editConflict.isOutdated && !isDirty && !isSubmitting
  const { takeCurrent } = editConflict
  useEffect(() => {
    if (follows) takeCurrent()
  })

  const save = form.handleSubmit(async ({ notes }) => {
    const sent = form.getValues()
    let isMore = false
    try {
      const isSaved = await editConflict.save(async (version) => {
        const saved = await send({ notes, version })
        isMore = resetToSaved(form, valuesOf(saved), sent)
        editConflict.markSaved(saved)
      })
      if (isSaved && !isMore) draft.clear()
    } catch (error) {
      draft.noteFailure(error)
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })

  return (
    <section className={styles.card} aria-labelledby="notes-title">
      <h2 id="notes-title" className={styles.title}>
        Note dello staff
      </h2>
      <form
        method="dialog"
        noValidate
        className={styles.form}
        aria-labelledby="notes-title"
        onSubmit={save}
        {...draft.watch}
      >
        <DraftOffer draft={draft} />
        <EditConflictNotice editConflict={editConflict} />
        <TextArea
          label={LABELS.notes}
          rows={4}
          hint="Le legge solo lo staff; fanno parte dei dati che il cliente può chiedere."
          {...field('notes')}
        />
        <OutdatedHint editConflict={editConflict} />
        <div className={styles.actions}>
          <Button type="submit" look="soft" loading={isSubmitting} disabled={!isDirty}>
            Salva le note
          </Button>
        </div>
      </form>
    </section>
  )
}
