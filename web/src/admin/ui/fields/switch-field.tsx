import { useId } from 'react'
import styles from './fields.module.css'

type SwitchFieldProps = { label: string; hint: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** A switch with a hint. */
export function SwitchField({ label, hint, isOn, onChange }: SwitchFieldProps) {
  const id = useId()
  return (
    <label className="row gap-3 touch mb-3 cursor-pointer">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own checked state
        role="switch"
        className={`control flex-none relative cursor-pointer ${styles.track}`}
        checked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span id={id} className="block medium">
          {label}
        </span>
        <span id={`${id}-hint`} className="block muted text-xs">
          {hint}
        </span>
      </span>
    </label>
  )
}
