import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** An empty `error` marks the field as invalid without a message. */
type Named = { label: string; error?: string }

/** The error replaces the hint. */
export type Hinted = Named & { hint?: string }

export const describe = (id: string, error?: string, hint?: string) => ({
  'aria-invalid': error === undefined ? undefined : true,
  'aria-describedby': error || hint ? `${id}-error` : undefined,
})

export function FieldError({ id, error, hint }: { id: string; error?: string; hint?: string }) {
  return (
    <p id={`${id}-error`} className={error ? styles.error : `${styles.error} ${styles.hint}`}>
      {error ? (
        <>
          <CircleAlert size={15} aria-hidden="true" />
          <span key={error}>{error}</span>
        </>
      ) : (
        hint
      )}
    </p>
  )
}

/** A label, the control with this id, and its message. */
export function Labelled({ id, label, error, hint, children }: Hinted & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      <FieldError id={id} error={error} hint={hint} />
    </div>
  )
}

export function TextField({ label, error, hint, ...input }: Hinted & Omit<ComponentProps<'input'>, 'className'>) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error} hint={hint}>
      <input type="text" {...input} {...describe(id, error, hint)} id={id} className={styles.input} />
    </Labelled>
  )
}

export function TextArea({ label, error, hint, ...textarea }: Hinted & Omit<ComponentProps<'textarea'>, 'className'>) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error} hint={hint}>
      <textarea rows={4} {...textarea} {...describe(id, error, hint)} id={id} className={styles.input} />
    </Labelled>
  )
}

export function Checkbox({
  label,
  error,
  ...input
}: { label: ReactNode; error?: string } & Omit<ComponentProps<'input'>, 'className' | 'type'>) {
  const id = useId()
  return (
    <div className={input.required ? styles.field : `${styles.field} ${styles.optional}`}>
      <label className={styles.consent}>
        <input type="checkbox" {...input} {...describe(id, error)} className={styles.checkbox} />
        <span>{label}</span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}
