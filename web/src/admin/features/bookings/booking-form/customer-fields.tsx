import type { CustomerSearchResult } from '@prenoto/core/customers/customer-schema.ts'
import { isWithoutEmail, NO_EMAIL, WITHOUT_EMAIL } from '@prenoto/core/fields/without-email.ts'
import { LockKeyhole } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { Checkbox, TextField } from '../../../../ui/field.tsx'
import { fieldsOf } from '../../../ui/forms/admin-form.ts'
import { CustomerLookup } from '../../customers/customer-lookup.tsx'
import styles from './staff-booking-form.module.css'
import type { BookingForm, VisitChoice } from './use-visit-choice.ts'

type ReturningCustomerProps = { form: BookingForm; visit: VisitChoice; isFirst: boolean }

/** Finds a returning customer and fills in their data, and their last service if none is chosen. */
export function ReturningCustomer({ form, visit, isFirst }: ReturningCustomerProps) {
  const fill = ({ last_service_id, ...customer }: CustomerSearchResult) => {
    for (const name of ['name', 'surname', 'email', 'telephone'] as const)
      form.setValue(name, customer[name], { shouldValidate: true })
    if (visit.serviceId === undefined && last_service_id !== null) visit.selectService(last_service_id)
  }
  return <CustomerLookup label="Cerca cliente" isFirst={isFirst} floats onChoose={fill} />
}

/** The customer's e-mail, or a checkbox for a customer without one. */
export function EmailField({ label, form }: { label: string; form: BookingForm }) {
  const hasNoEmail = isWithoutEmail(useWatch({ control: form.control, name: 'email' }))
  const field = fieldsOf(form)
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
