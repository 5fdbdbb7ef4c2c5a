import { TextField } from '../../ui/field.tsx'
import type { FieldOf } from '../ui/admin-form.ts'
import { FieldRow } from '../ui/field-row.tsx'

export const PRICE_LABELS = { amount: 'Prezzo (€)', discounted_amount: 'Prezzo scontato (€)' }

/** What a service costs; a discounted price of zero is none. */
export function PriceFields({ field }: { field: FieldOf<'amount' | 'discounted_amount'> }) {
  return (
    <FieldRow>
      <TextField label={PRICE_LABELS.amount} inputMode="decimal" autoComplete="off" required {...field('amount')} />
      <TextField
        label={PRICE_LABELS.discounted_amount}
        inputMode="decimal"
        autoComplete="off"
        {...field('discounted_amount')}
      />
    </FieldRow>
  )
}
