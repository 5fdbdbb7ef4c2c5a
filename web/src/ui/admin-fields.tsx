import { toHexColor } from '@prenoto/core/configuration/colors.ts'
import { passwordRules } from '@prenoto/core/users/password.ts'
import { Info, Upload } from 'lucide-react'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import styles from './admin-fields.module.css'
import fieldStyles from './field.module.css'
import { describe, FieldError, type Hinted, type Named } from './field.tsx'

/** One of few. */
export function SelectField({
  label,
  error,
  children,
  ...select
}: Named & Omit<ComponentProps<'select'>, 'className'>) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <select {...select} {...describe(id, error)} id={id} className={`${fieldStyles.input} ${styles.select}`}>
        {children}
      </select>
      <FieldError id={id} error={error} />
    </div>
  )
}

/** A password, with the rules that a good one follows beside it: shown while one is at it, gone with Escape. */
export function PasswordField({ label, error, ...input }: Named & Omit<ComponentProps<'input'>, 'className' | 'type'>) {
  const id = useId()
  const [showsHint, setShowsHint] = useState(false)
  const hint = useRef<HTMLDivElement>(null)
  const show = () => setShowsHint(true)
  const hide = () => setShowsHint(false)

  useEffect(() => {
    if (showsHint) hint.current!.scrollIntoView({ block: 'nearest' })
  }, [showsHint])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the hint shows wherever in the field one is
    <div
      className={`${fieldStyles.field} ${styles.password}`}
      onFocus={show}
      onBlur={hide}
      onMouseEnter={show}
      onMouseLeave={hide}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !showsHint) return
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
          aria-describedby={`${id}-hint`}
        >
          <Info size={18} aria-hidden="true" />
        </button>
      </div>
      <input
        {...input}
        {...describe(id, error)}
        type="password"
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        id={id}
        className={fieldStyles.input}
      />
      <div ref={hint} id={`${id}-hint`} role="tooltip" className={styles.hint} hidden={!showsHint}>
        <p>La password deve contenere:</p>
        <ul>
          {passwordRules.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      <FieldError id={id} error={error} />
    </div>
  )
}

type ColorFieldProps = Hinted & { name?: string; value: string; onChange: (color: string) => void; onBlur?: () => void }

/** A colour as its value and a swatch: either can be changed. */
export function ColorField({ label, error, hint, name, value, onChange, onBlur }: ColorFieldProps) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <div className={styles.color}>
        <input
          {...describe(id, error, hint)}
          id={id}
          type="text"
          name={name}
          className={fieldStyles.input}
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
        <input
          type="color"
          className={styles.swatch}
          aria-label={`${label}: scegli`}
          value={toHexColor(value) ?? '#ffffff'}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      </div>
      <FieldError id={id} error={error} hint={hint} />
    </div>
  )
}

type FileFieldProps = Hinted & { accept: string; fileName?: string; onPick: (file: File) => void; disabled?: boolean }

/** A file to choose: shows its name, once there is one. */
export function FileField({ label, error, hint, accept, fileName, onPick, disabled }: FileFieldProps) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <div className={styles.file}>
        <input
          {...describe(id, error, hint)}
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          className={styles.chooser}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) onPick(file)
            // The same file may be chosen again.
            event.target.value = ''
          }}
        />
        <span className={styles.fileName} aria-live="polite">
          {fileName || 'Scegli un file...'}
        </span>
        <span className={styles.browse} aria-hidden="true">
          <Upload size={16} />
          Sfoglia
        </span>
      </div>
      <FieldError id={id} error={error} hint={hint} />
    </div>
  )
}
