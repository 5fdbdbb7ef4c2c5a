import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '../../ui/field.tsx'
import { FieldRow } from '../../ui/field-row.tsx'

type PriceField = 'amount' | 'discounted_amount'

type PriceFieldsProps = {
  register: (field: PriceField) => UseFormRegisterReturn
  errors: { [field in PriceField]?: { message?: string } } | undefined
}

/** What a service costs; a discounted price of zero is none. */
export function PriceFields({ register, errors }: PriceFieldsProps) {
  return (
    <FieldRow>
      <TextField
        label="Prezzo (€)"
        inputMode="decimal"
        autoComplete="off"
        required
        error={errors?.amount?.message}
        {...register('amount')}
      />
      <TextField
        label="Prezzo scontato (€)"
        inputMode="decimal"
        autoComplete="off"
        error={errors?.discounted_amount?.message}
        {...register('discounted_amount')}
      />
    </FieldRow>
  )
}
