import { passwordRules } from '@prenoto/core/users/password.ts'
import { Info } from 'lucide-react'
import { type ComponentProps, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import fieldStyles from './field.module.css'
import { describe, FieldError, type Hinted } from './field.tsx'
import styles from './password-field.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type PasswordFieldProps = Hinted & Omit<ComponentProps<'input'>, 'className' | 'type'>

/**
 * A password field with a tooltip of its rules, which Escape closes. On a phone the rules stay below the field and its
 * error after the first use, so that leaving the field does not shift the layout.
 */
export function PasswordField({ label, error, hint, ...input }: PasswordFieldProps) {
  const id = useId()
  const [showsRules, setShowsRules] = useState(false)
  const [wasUsed, setWasUsed] = useState(false)
  const [typed, setTyped] = useState('')
  const rules = useRef<HTMLDivElement>(null)
  const show = ({ currentTarget }: SyntheticEvent) => {
    setTyped(currentTarget.querySelector('input')!.value)
    setShowsRules(true)
    setWasUsed(true)
  }
  const metCount = passwordRules.filter(({ holds }) => holds(typed)).length
  const hide = () => setShowsRules(false)

  useEffect(() => {
    if (showsRules) rules.current!.scrollIntoView({ block: 'nearest' })
  }, [showsRules])

  const { 'aria-invalid': isInvalid, 'aria-describedby': description } = describe(id, error, hint)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing any part of the field shows the rules
    <div
      className={`${fieldStyles.field} ${styles.password}`}
      onInput={show}
      onFocus={show}
      onBlur={hide}
      onMouseEnter={show}
      onMouseLeave={hide}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !showsRules) return
        event.preventDefault()
        hide()
      }}
    >
      <div className={styles.labels}>
        <label htmlFor={id} className={fieldStyles.label}>
          {label}
        </label>
        <button
          type="button"
          className={styles.info}
          aria-label="Regole della password"
          aria-describedby={`${id}-rules`}
        >
          <Info size={18} aria-hidden="true" />
        </button>
      </div>
      <input
        {...input}
        type="password"
        aria-invalid={isInvalid}
        aria-describedby={[description, `${id}-rules`].filter(Boolean).join(' ')}
        id={id}
        className={fieldStyles.input}
      />
      <FieldError id={id} error={error} hint={hint} />
      <div
        ref={rules}
        id={`${id}-rules`}
        role="tooltip"
        className={styles.rules}
        hidden={!showsRules}
        data-used={wasUsed || undefined}
      >
        <p>La password deve contenere:</p>
        <ul>
          {passwordRules.map(({ text, holds }) => (
            <li key={text} className={holds(typed) ? styles.met : undefined}>
              {text}
            </li>
          ))}
        </ul>
      </div>
      <VisuallyHidden role="status">
        {typed && showsRules && `Regole rispettate: ${metCount} su ${passwordRules.length}`}
      </VisuallyHidden>
    </div>
  )
}
