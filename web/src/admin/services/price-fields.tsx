import { TextField } from '../../ui/field.tsx'
import type { FieldOf } from '../ui/admin-form.ts'
import { FieldRow } from '../ui/field-row.tsx'

/** What a service costs; a discounted price of zero is none. */
export function PriceFields({ field }: { field: FieldOf<'amount' | 'discounted_amount'> }) {
  return (
    <FieldRow>
      <TextField label="Prezzo (€)" inputMode="decimal" autoComplete="off" required {...field('amount')} />
      <TextField label="Prezzo scontato (€)" inputMode="decimal" autoComplete="off" {...field('discounted_amount')} />
    </FieldRow>
  )
}
