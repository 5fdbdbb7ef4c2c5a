import { FieldRow } from '../../ui/fields/field-row.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { numberOr, type RegisterField } from '../../ui/forms/admin-form.ts'

export const PROCESSING_LABELS = {
  processing_after: 'Posa dopo (min)',
  processing_minutes: 'Tempo di posa (min)',
}

export const NO_PROCESSING = { processing_after: null, processing_minutes: 0 }

type ProcessingFieldsProps = {
  field: RegisterField<keyof typeof PROCESSING_LABELS>
  hint: string
}

/** The time within a visit in which its calendar is free; of a service or of one of its variants. */
export function ProcessingFields({ field, hint }: ProcessingFieldsProps) {
  return (
    <FieldRow>
      <NumberField
        label={PROCESSING_LABELS.processing_after}
        min={1}
        hint="Il lavoro prima; vuoto: niente posa."
        {...field('processing_after', numberOr(null))}
      />
      <NumberField
        label={PROCESSING_LABELS.processing_minutes}
        hint={hint}
        {...field('processing_minutes', numberOr(0))}
      />
    </FieldRow>
  )
}
