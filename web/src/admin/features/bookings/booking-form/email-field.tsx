import { isWithoutEmail, NO_EMAIL, WITHOUT_EMAIL } from '@prenoto/core/fields/without-email.ts'
import { useWatch } from 'react-hook-form'
import { Checkbox, TextField } from '../../../../ui/field.tsx'
import { fieldsOf } from '../../../ui/forms/admin-form.ts'
import type { BookingForm } from './use-visit-choice.ts'

/** The e-mail of whoever comes, or that they have none. */
export function EmailField({ label, form }: { label: string; form: BookingForm }) {
  const isWithout = isWithoutEmail(useWatch({ control: form.control, name: 'email' }))
  const field = fieldsOf(form)
  return (
    <div>
      {isWithout ? (
        <TextField label={label} value={NO_EMAIL} readOnly />
      ) : (
        <TextField label={label} inputMode="email" autoComplete="off" required {...field('email')} />
      )}
      <Checkbox
        label={NO_EMAIL}
        checked={isWithout}
        onChange={({ target }) => {
          form.clearErrors('email')
          form.setValue('email', target.checked ? WITHOUT_EMAIL : '')
        }}
      />
    </div>
  )
}
