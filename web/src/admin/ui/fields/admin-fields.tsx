import { toHexColor } from '@prenoto/core/configuration/colors.ts'
import { Upload } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import fieldStyles from '../../../ui/field.module.css'
import { describe, type Hinted, Labelled } from '../../../ui/field.tsx'
import styles from './fields.module.css'

/** A select without a label of its own. */
export function Select(props: Omit<ComponentProps<'select'>, 'className'>) {
  return <select {...props} className={`${fieldStyles.input} ${styles.select}`} />
}

export function SelectField({
  label,
  error,
  hint,
  children,
  ...select
}: Hinted & Omit<ComponentProps<'select'>, 'className'>) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error} hint={hint}>
      <Select {...select} {...describe(id, error, hint)} id={id}>
        {children}
      </Select>
    </Labelled>
  )
}

type ColorFieldProps = Hinted & { name?: string; value: string; onChange: (color: string) => void; onBlur?: () => void }

/** A colour, typed as hex or picked from a swatch. */
export function ColorField({ label, error, hint, name, value, onChange, onBlur }: ColorFieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error} hint={hint}>
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
          className={`control w-full rounded-s cursor-pointer ${styles.swatch}`}
          aria-label={`${label}: scegli`}
          value={toHexColor(value) ?? '#ffffff'}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      </div>
    </Labelled>
  )
}

type FileFieldProps = Hinted & { accept: string; fileName?: string; onPick: (file: File) => void; disabled?: boolean }

export function FileField({ label, error, hint, accept, fileName, onPick, disabled }: FileFieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error} hint={hint}>
      <div className={`row control rounded-s relative ${styles.file}`}>
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
            // Allows choosing the same file again.
            event.target.value = ''
          }}
        />
        <span className="flex-1 min-w-0 px-3 muted truncate" aria-live="polite">
          {fileName || 'Scegli un file...'}
        </span>
        <span className={`row gap-2 px-4 sunken medium ${styles.browse}`} aria-hidden="true">
          <Upload size={16} />
          Sfoglia
        </span>
      </div>
    </Labelled>
  )
}
