import { useId } from 'react'
import styles from './switch-field.module.css'

type SwitchFieldProps = { label: string; hint: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** A switch with a hint. */
export function SwitchField({ label, hint, isOn, onChange }: SwitchFieldProps) {
  const id = useId()
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own checked state
        role="switch"
        className={styles.track}
        checked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      </span>
    </label>
  )
}
