import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { TimeField } from '../../../ui/fields/time-field.tsx'
import styles from './staff-booking-form.module.css'
import { VISIT_LABELS, type VisitField } from './visit-fields.ts'

/** Any day and any minute, whatever is offered. */
export function FreeVisit({ day, hour, refused }: { day: VisitField; hour: VisitField; refused: string }) {
  return (
    <>
      <FieldRow>
        <DateField label={VISIT_LABELS.visit_day} required {...typed(day)} />
        <TimeField label={VISIT_LABELS.visit_hour} required {...typed(hour)} />
      </FieldRow>
      <p role="status" className={styles.lost}>
        {refused}
      </p>
    </>
  )
}

const typed = ({ name: _, ...field }: VisitField) => field
