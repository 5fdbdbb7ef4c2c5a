import type { CustomerSearchResult } from '@prenoto/core/customers/customer-schema.ts'
import { HIDDEN_EMAIL, HIDDEN_TELEPHONE } from '@prenoto/core/fields/hidden-contacts.ts'
import { isWithoutEmail, NO_EMAIL, WITHOUT_EMAIL } from '@prenoto/core/fields/without-email.ts'
import { LockKeyhole } from 'lucide-react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox, TextField } from '../../../../ui/field.tsx'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { fieldsOf } from '../../../ui/forms/admin-form.ts'
import { CustomerLookup } from '../../customers/customer-lookup.tsx'
import styles from './staff-booking-form.module.css'
import type { BookingForm, VisitChoice } from './use-visit-choice.ts'

type ReturningCustomerProps = {
  form: BookingForm
  visit: VisitChoice
  isFirst: boolean
  onChoose: (id: number) => void
}

/** Finds a returning customer and fills in their data, and their last service if none is chosen. */
export function ReturningCustomer({ form, visit, isFirst, onChoose }: ReturningCustomerProps) {
  const fill = ({ last_service_id, ...customer }: CustomerSearchResult) => {
    onChoose(customer.id)
    for (const name of ['name', 'surname', 'email', 'telephone'] as const)
      form.setValue(name, customer[name], { shouldValidate: true })
    if (visit.serviceId === undefined && last_service_id !== null) visit.selectService(last_service_id)
  }
  return <CustomerLookup label="Cerca cliente" isFirst={isFirst} floats onChoose={fill} />
}

type ContactFieldProps = { label: string; form: BookingForm }

/** The customer's e-mail, or a checkbox for a customer without one. */
export function EmailField({ label, form }: ContactFieldProps) {
  const email = useWatch({ control: form.control, name: 'email' })
  const hasNoEmail = isWithoutEmail(email)
  const field = fieldsOf(form)
  if (email === HIDDEN_EMAIL) return <HiddenField label={label} form={form} name="email" />
  return (
    <div>
      {hasNoEmail ? (
        <TextField label={label} value={NO_EMAIL} readOnly />
      ) : (
        <TextField label={label} inputMode="email" autoComplete="off" required {...field('email')} />
      )}
      <Checkbox
        label={NO_EMAIL}
        checked={hasNoEmail}
        onChange={({ target }) => {
          form.clearErrors('email')
          form.setValue('email', target.checked ? WITHOUT_EMAIL : '')
        }}
      />
    </div>
  )
}

/** In place of the fields of a customer whose processing is restricted. */
export const RestrictedPersonNotice = () => (
  <p className={styles.restricted}>
    <LockKeyhole size={18} aria-hidden="true" />
    Trattamento limitato: nome e recapiti di questo cliente non si vedono e non si cambiano.
  </p>
)

export function TelephoneField({ label, form }: ContactFieldProps) {
  const telephone = useWatch({ control: form.control, name: 'telephone' })
  if (telephone === HIDDEN_TELEPHONE) return <HiddenField label={label} form={form} name="telephone" />
  return <TextField label={label} type="tel" autoComplete="off" required {...fieldsOf(form)('telephone')} />
}

export const HIDDEN_TEXTS = { email: 'Riservata', telephone: 'Riservato' }

/** A contact that the user may not see: it stays as it is unless they write another one. */
function HiddenField({ label, form, name }: ContactFieldProps & { name: keyof typeof HIDDEN_TEXTS }) {
  const replace = () => {
    flushSync(() => form.setValue(name, ''))
    form.setFocus(name)
  }
  return (
    <div className={styles.hidden}>
      <TextField label={label} value={HIDDEN_TEXTS[name]} readOnly />
      <Button look="quiet" onClick={replace}>
        Cambia<VisuallyHidden>{` ${label.toLowerCase()}`}</VisuallyHidden>
      </Button>
    </div>
  )
}
