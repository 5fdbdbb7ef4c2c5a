import { formatLength } from '@prenoto/core/time/format.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type FocusEvent, type Ref, useId } from 'react'
import { FieldError } from '../../../../ui/field.tsx'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import styles from './booking-form.module.css'

type TimeGridProps = {
  slots: PlainTime[]
  /** The free minutes that slots leave beside the visit, where they are of no use. */
  gaps?: { slot: PlainTime; minutes: number }[]
  selected: string
  onSelect: (slot: PlainTime) => void
  onLeave: () => void
  error?: string
  /** While other slots are loading. */
  disabled?: boolean
  ref: Ref<HTMLFieldSetElement>
}

/** Radio buttons for the free slots of a day. */
export function TimeGrid({ slots, gaps = [], selected, onSelect, onLeave, error, disabled, ref }: TimeGridProps) {
  const id = useId()
  const findGap = (slot: PlainTime) => gaps.find((gap) => gap.slot === slot)?.minutes
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
            translate={findGap(slot) === undefined ? 'no' : undefined}
          >
            <input
              type="radio"
              name={id}
              className="cover-input"
              checked={slot === selected}
              onChange={() => onSelect(slot)}
            />
            <SlotText slot={slot} gap={findGap(slot)} />
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

/** '10:30', or '10:30 lascia 10 min' */
const SlotText = ({ slot, gap }: { slot: PlainTime; gap: number | undefined }) =>
  gap === undefined ? (
    toShortTime(slot)
  ) : (
    <>
      <span translate="no" className="text-center">
        {toShortTime(slot)}
      </span>
      <span aria-hidden="true" className="text-xs text-center">{`lascia ${gap} min`}</span>
      <VisuallyHidden>{`lascia ${formatLength(gap)} liberi`}</VisuallyHidden>
    </>
  )
