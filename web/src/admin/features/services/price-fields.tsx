import { TextField } from '../../../ui/field.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import type { FieldOf } from '../../ui/forms/admin-form.ts'

export const PRICE_LABELS = { amount: 'Prezzo (€)', discounted_amount: 'Prezzo scontato (€)' }

/** An amount of the API as people type it: with a comma. */
export const editableAmount = (amount: string) => amount.replace('.', ',')

type PriceFieldsProps = {
  field: FieldOf<'amount' | 'discounted_amount'>
  /** What stands in the two of them. */
  typed: readonly [amount: string | undefined, discounted: string | null | undefined]
}

/** What a service costs; a discounted price of zero is none. */
export function PriceFields({ field, typed: [amount, discounted] }: PriceFieldsProps) {
  const isDearer = amount && discounted && toNumber(discounted) > toNumber(amount)
  return (
    <FieldRow>
      <TextField label={PRICE_LABELS.amount} inputMode="decimal" autoComplete="off" required {...field('amount')} />
      <TextField
        label={PRICE_LABELS.discounted_amount}
        inputMode="decimal"
        autoComplete="off"
        hint={isDearer ? 'È più alto del prezzo: ricontrollalo.' : undefined}
        {...field('discounted_amount')}
      />
    </FieldRow>
  )
}

const toNumber = (typed: string) => Number(typed.replace(',', '.'))
