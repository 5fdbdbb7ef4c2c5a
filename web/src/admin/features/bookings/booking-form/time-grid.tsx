import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type FocusEvent, type Ref, useId } from 'react'
import { FieldError } from '../../../../ui/field.tsx'
import styles from './booking-form.module.css'

type TimeGridProps = {
  slots: PlainTime[]
  selected: string
  onSelect: (slot: PlainTime) => void
  onLeave: () => void
  error?: string
  /** While other slots are loading. */
  disabled?: boolean
  ref: Ref<HTMLFieldSetElement>
}

/** Radio buttons for the free slots of a day. */
export function TimeGrid({ slots, selected, onSelect, onLeave, error, disabled, ref }: TimeGridProps) {
  const id = useId()
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
  }
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      className="bare"
      disabled={disabled}
      aria-describedby={error && `${id}-error`}
      onBlur={onBlur}
    >
      <legend className={styles.legend}>Orario</legend>
      <div className={`mb-1 grid gap-2 ${styles.grid}`}>
        {slots.map((slot) => (
          <label
            key={slot}
            className={`grid touch place-center border-strong rounded-s medium tabular-nums relative cursor-pointer ${styles.slot}`}
            data-chosen={slot === selected || undefined}
            translate="no"
          >
            <input
              type="radio"
              name={id}
              className="cover-input"
              checked={slot === selected}
              onChange={() => onSelect(slot)}
            />
            {toShortTime(slot)}
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
