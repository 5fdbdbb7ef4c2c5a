import { type CustomerProfile, customerFormSchema } from '@prenoto/core/customers/customer-schema.ts'
import { NO_TELEPHONE, shownEmail } from '@prenoto/core/fields/without-email.ts'
import { useState } from 'react'
import { ApiError } from '../../../../lib/api-client.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { reportFailure } from '../../../../ui/report-failure.ts'
import { fieldRegister, fillForm, showFieldProblems, useAdminForm } from '../../../ui/forms/admin-form.ts'
import { DraftOffer, EditConflictNotice, OutdatedHint } from '../../../ui/forms/form-notices.tsx'
import { useDraft } from '../../../ui/forms/use-draft.ts'
import { useEditConflict } from '../../../ui/forms/use-edit-conflict.ts'
import { PanelBody, PanelFooter, PanelForm } from '../../../ui/panels/side-panel.tsx'
import { EmailField, TelephoneField } from '../contact-fields.tsx'
import { useSaveCustomer } from '../customers.queries.ts'
import { ExistingCustomer } from '../existing-customer.tsx'

const LABELS = { name: 'Nome', surname: 'Cognome', email: 'Email', telephone: 'Telefono' }

const EMPTY = { name: '', surname: '', email: '', telephone: '' }

/** Stands for the saved version while the customer is new. */
const UNSAVED = { ...EMPTY, version: 0 } as CustomerProfile

const toValues = ({ name, surname, email, telephone, version }: CustomerProfile) => ({
  name,
  surname,
  email,
  telephone: version === 0 ? telephone : telephone || NO_TELEPHONE,
})

type CustomerFormProps = {
  customer: CustomerProfile | undefined
  onSaved: (saved: CustomerProfile) => void
  onCancel: () => void
}

/** The data of a customer. Another customer with the same name and e-mail is offered to be opened and merged. */
export default function CustomerPanelForm({ customer, onSaved, onCancel }: CustomerFormProps) {
  const form = useAdminForm(customerFormSchema, toValues(customer ?? UNSAVED))
  const field = fieldRegister(form)
  const { mutateAsync: save } = useSaveCustomer(customer?.id)
  const [refusal, setRefusal] = useState<ApiError>()
  const editConflict = useEditConflict({
    latest: customer ?? UNSAVED,
    toValues,
    labels: LABELS,
    formats: { email: (email) => shownEmail(email as string) },
    read: form.getValues,
    write: (saved, values) => fillForm(form, saved, values),
  })
  const draft = useDraft(`customers ${customer?.id ?? 'new'}`, {
    item: customer && editConflict.base,
    read: form.getValues,
    write: ({ item, values }) => editConflict.continueFrom((item ?? UNSAVED) as CustomerProfile, values),
  })

  const submit = form.handleSubmit(async (body) => {
    setRefusal(undefined)
    try {
      let saved: CustomerProfile | undefined
      const send = async (version: number) => {
        saved = await save({ body, version })
      }
      if (!customer) await send(0)
      else if (!(await editConflict.save(send))) return
      draft.clear()
      onSaved(saved!)
    } catch (error) {
      draft.handleFailure(error)
      if (showFieldProblems(form, error)) return
      if (error instanceof ApiError && error.reason === 'customer-exists') setRefusal(error)
      else reportFailure(error)
    }
  })

  const cancel = () => {
    draft.clear()
    onCancel()
  }

  return (
    <PanelForm onSubmit={submit} {...draft.watch}>
      <PanelBody>
        <DraftOffer draft={draft} />
        <EditConflictNotice editConflict={editConflict} />
        <TextField label={LABELS.name} autoComplete="off" required {...field('name')} />
        <TextField label={LABELS.surname} autoComplete="off" {...field('surname')} />
        <EmailField label={LABELS.email} form={form} />
        <TelephoneField label={LABELS.telephone} form={form} />
        <ExistingCustomer refusal={refusal} onOpen={cancel} />
      </PanelBody>
      <PanelFooter note={<OutdatedHint editConflict={editConflict} />}>
        <Button look="quiet" onClick={cancel}>
          Annulla
        </Button>
        <Button type="submit" loading={form.formState.isSubmitting}>
          {customer ? 'Salva modifiche' : 'Aggiungi cliente'}
        </Button>
      </PanelFooter>
    </PanelForm>
  )
}
