import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { FieldRef } from '../forms/admin-form.ts'
import styles from './fields.module.css'
import { NumberField } from './number-field.tsx'
import { SwitchField } from './switch-field.tsx'

type OptionalNumberFieldProps = FieldRef & {
  label: string
  hint: string
  numberLabel: string
  numberHint?: string
  /** The number when the switch is turned on. */
  initial: number
  /** The number that means 'off'. */
  off?: number
}

/** A switch that shows a number while it is on; while it is off, the form's value is `off`. */
export function OptionalNumberField({
  control,
  name,
  label,
  hint,
  numberLabel,
  numberHint,
  initial,
  off = 0,
}: OptionalNumberFieldProps) {
  const { field, fieldState } = useController({ control, name })
  const value: number = field.value
  const lastNumber = useRef(initial)
  // The field stays while somebody types `off` there.
  const [isTyping, setIsTyping] = useState(false)
  const isOn = isTyping || value !== off

  const turn = (isOn: boolean) => {
    setIsTyping(false)
    if (!isOn) lastNumber.current = value || initial
    field.onChange(isOn ? lastNumber.current : off)
  }
  return (
    <div className="stack">
      <SwitchField label={label} hint={hint} isOn={isOn} onChange={turn} />
      {isOn && (
        <div className={styles.number}>
          <NumberField
            ref={field.ref}
            name={name}
            label={numberLabel}
            hint={numberHint}
            min={off + 1}
            required
            value={Number.isNaN(value) ? '' : value}
            onChange={({ target }) => {
              setIsTyping(true)
              field.onChange(target.valueAsNumber)
            }}
            onBlur={() => {
              setIsTyping(false)
              field.onBlur()
            }}
            error={fieldState.error?.message}
          />
        </div>
      )}
    </div>
  )
}
