import { type CustomerProfile, customerNotesSchema } from '@prenoto/core/customers/customer-schema.ts'
import { useEffect } from 'react'
import { adminPaths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextArea } from '../../../../ui/field.tsx'
import { reportFailure } from '../../../../ui/report-failure.ts'
import { fieldRegister, fillForm, resetToSaved, showFieldProblems, useAdminForm } from '../../../ui/forms/admin-form.ts'
import { DraftOffer, EditConflictNotice, OutdatedHint } from '../../../ui/forms/form-notices.tsx'
import { useDraft } from '../../../ui/forms/use-draft.ts'
import { useEditConflict } from '../../../ui/forms/use-edit-conflict.ts'
import styles from './customer-sheet.module.css'
import { useSaveNotes } from './customer-sheet.queries.ts'

const LABELS = { notes: 'Note' }

const toValues = ({ notes }: CustomerProfile) => ({ notes })

/** Notes about a customer that only the staff can read. */
export function CustomerNotes({ customer }: { customer: CustomerProfile }) {
  const form = useAdminForm(customerNotesSchema, toValues(customer))
  const field = fieldRegister(form)
  const { mutateAsync: send } = useSaveNotes(customer.id)
  const editConflict = useEditConflict({
    latest: customer,
    toValues,
    labels: LABELS,
    read: form.getValues,
    write: (saved, values) => fillForm(form, saved, values),
  })
  const draft = useDraft(`customer-notes ${customer.id}`, {
    page: adminPaths.customer(customer.id),
    item: editConflict.base,
    read: form.getValues,
    write: ({ item, values }) => editConflict.continueFrom(item as CustomerProfile, values),
    focus: () => form.setFocus('notes'),
  })

  // A form without changes takes the changes of others without asking.
  const { isDirty, isSubmitting } = form.formState
  const followsChanges = editConflict.isOutdated && !isDirty && !isSubmitting
  const { takeCurrent } = editConflict
  useEffect(() => {
    if (followsChanges) takeCurrent()
  })

  const save = form.handleSubmit(async ({ notes }) => {
    const sent = form.getValues()
    let hasNewChanges = false
    try {
      const isSaved = await editConflict.save(async (version) => {
        const saved = await send({ notes, version })
        hasNewChanges = resetToSaved(form, toValues(saved), sent)
        editConflict.markSaved(saved)
      })
      if (isSaved && !hasNewChanges) draft.clear()
    } catch (error) {
      draft.handleFailure(error)
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })

  return (
    <section className={`stack card gap-3 content-start rounded-l ${styles.card}`} aria-labelledby="notes-title">
      <h2 id="notes-title" className={`text-m ${styles.title}`}>
        Note dello staff
      </h2>
      <form
        method="dialog"
        noValidate
        className="stack gap-2"
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
        <div className="flex justify-end">
          <Button type="submit" look="soft" loading={isSubmitting} disabled={!isDirty}>
            Salva le note
          </Button>
        </div>
      </form>
    </section>
  )
}
