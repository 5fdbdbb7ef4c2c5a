import { TextField } from '../../../ui/field.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import type { RegisterField } from '../../ui/forms/admin-form.ts'

export const PRICE_LABELS = { amount: 'Prezzo (€)', discounted_amount: 'Prezzo scontato (€)' }

/** An amount of the API with a decimal comma. */
export const editableAmount = (amount: string) => amount.replace('.', ',')

type PriceFieldsProps = {
  field: RegisterField<'amount' | 'discounted_amount'>
  /** The current values of both fields. */
  values: readonly [amount: string | undefined, discounted: string | null | undefined]
}

/** Price and discounted price of a service; a discounted price of zero means none. */
export function PriceFields({ field, values: [amount, discounted] }: PriceFieldsProps) {
  const isHigher = amount && discounted && toNumber(discounted) > toNumber(amount)
  return (
    <FieldRow>
      <TextField label={PRICE_LABELS.amount} inputMode="decimal" autoComplete="off" required {...field('amount')} />
      <TextField
        label={PRICE_LABELS.discounted_amount}
        inputMode="decimal"
        autoComplete="off"
        hint={isHigher ? 'È più alto del prezzo: ricontrollalo.' : undefined}
        {...field('discounted_amount')}
      />
    </FieldRow>
  )
}

const toNumber = (typed: string) => Number(typed.replace(',', '.'))
