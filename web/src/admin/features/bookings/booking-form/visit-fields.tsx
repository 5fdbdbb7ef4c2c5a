import type { RefCallBack } from 'react-hook-form'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { TimeField } from '../../../ui/fields/time-field.tsx'

export const VISIT_LABELS = { visit_day: 'Data prenotazione', visit_hour: 'Orario' }

/** State of the day or time field, offered or typed. */
export type VisitField = {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: RefCallBack
  error: string | undefined
}

/** Fields for any day and any minute. */
export function CustomTimeFields({ day, hour, refusal }: { day: VisitField; hour: VisitField; refusal: string }) {
  return (
    <>
      <FieldRow>
        <DateField label={VISIT_LABELS.visit_day} required {...withoutName(day)} />
        <TimeField label={VISIT_LABELS.visit_hour} required {...withoutName(hour)} />
      </FieldRow>
      <p role="status" className={'danger medium empty-absolute'}>
        {refusal}
      </p>
    </>
  )
}

const withoutName = ({ name: _, ...field }: VisitField) => field
