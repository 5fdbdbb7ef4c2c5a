import { email as emailField } from '@prenoto/core/fields/contact-fields.ts'
import { HIDDEN_EMAIL, HIDDEN_TELEPHONE } from '@prenoto/core/fields/hidden-contacts.ts'
import { isWithoutEmail, NO_EMAIL, NO_TELEPHONE, WITHOUT_EMAIL } from '@prenoto/core/fields/without-email.ts'
import { flushSync } from 'react-dom'
import {
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useFormState,
  useWatch,
} from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { fieldRegister } from '../../ui/forms/admin-form.ts'
import styles from './customers.module.css'

type Contacts = FieldValues & { email: string; telephone: string }

type ContactFieldProps<Input extends Contacts, Output> = {
  label: string
  form: UseFormReturn<Input, unknown, Output>
}

const UNDELIVERABLE = 'A questo indirizzo non si può scrivere: controllalo.'

/** A customer's e-mail, or a checkbox for a customer without one. */
export function EmailField<Input extends Contacts, Output>({ label, form }: ContactFieldProps<Input, Output>) {
  const name = 'email' as Path<Input>
  const email: string = useWatch({ control: form.control, name })
  const formState = useFormState({ control: form.control, name })
  const hasNoEmail = isWithoutEmail(email)
  if (email === HIDDEN_EMAIL) return <HiddenField label={label} form={form} name="email" />
  const isWrong = email !== '' && form.getFieldState(name, formState).isTouched && !emailField.safeParse(email).success
  return (
    <div>
      {hasNoEmail ? (
        <TextField label={label} value={NO_EMAIL} readOnly />
      ) : (
        <TextField
          label={label}
          inputMode="email"
          autoComplete="off"
          required
          hint={isWrong ? UNDELIVERABLE : undefined}
          {...fieldRegister(form)(name)}
        />
      )}
      <Checkbox
        label={NO_EMAIL}
        checked={hasNoEmail}
        onChange={({ target }) => {
          form.clearErrors(name)
          form.setValue(name, (target.checked ? WITHOUT_EMAIL : '') as PathValue<Input, Path<Input>>)
        }}
      />
    </div>
  )
}

/** A customer's telephone, with a button for a customer without one. */
export function TelephoneField<Input extends Contacts, Output>({ label, form }: ContactFieldProps<Input, Output>) {
  const name = 'telephone' as Path<Input>
  const telephone: string = useWatch({ control: form.control, name })
  const hasNoTelephone = telephone === NO_TELEPHONE
  if (telephone === HIDDEN_TELEPHONE) return <HiddenField label={label} form={form} name="telephone" />
  return (
    <div>
      {hasNoTelephone ? (
        <TextField label={label} value={NO_TELEPHONE} readOnly />
      ) : (
        <TextField label={label} type="tel" autoComplete="off" required {...fieldRegister(form)(name)} />
      )}
      <Button
        look="quiet"
        aria-pressed={hasNoTelephone}
        onClick={() => {
          form.clearErrors(name)
          form.setValue(name, (hasNoTelephone ? '' : NO_TELEPHONE) as PathValue<Input, Path<Input>>)
        }}
      >
        <span>{NO_TELEPHONE}</span>
      </Button>
    </div>
  )
}

export const HIDDEN_TEXTS = { email: 'Riservata', telephone: 'Riservato' }

type HiddenFieldProps<Input extends Contacts, Output> = ContactFieldProps<Input, Output> & {
  name: keyof typeof HIDDEN_TEXTS
}

/** A contact that the user may not see: it stays as it is unless they write another one. */
function HiddenField<Input extends Contacts, Output>({ label, form, name }: HiddenFieldProps<Input, Output>) {
  const path = name as Path<Input>
  const replace = () => {
    flushSync(() => form.setValue(path, '' as PathValue<Input, Path<Input>>))
    form.setFocus(path)
  }
  return (
    <div className={`grid gap-2 items-start ${styles.hidden}`}>
      <TextField label={label} value={HIDDEN_TEXTS[name]} readOnly />
      <Button look="quiet" onClick={replace}>
        Cambia<VisuallyHidden>{` ${label.toLowerCase()}`}</VisuallyHidden>
      </Button>
    </div>
  )
}
