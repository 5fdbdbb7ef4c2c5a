import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from '../../../ui/field.tsx'
import { TimeField, TimeInput } from '../../ui/fields/time-field.tsx'
import styles from './calendars.module.css'

/** The days, or the times on several days, one below the other. */
export const HoursList = ({ children }: { children: ReactNode }) => <div className={styles.list}>{children}</div>

type DayHoursProps = ComponentProps<'fieldset'> & {
  /** 'Lunedì', 'Pausa 1' */
  name: string
  /** Chooses the weekdays or the number of windows. */
  choice?: ReactNode
  /** A button beside the name. */
  action?: ReactNode
}

/** The windows of a day; without a choice, beside its name. */
export function DayHours({ name, choice, action, children, ...fieldset }: DayHoursProps) {
  return (
    <fieldset {...fieldset} className={choice ? styles.day : `${styles.day} ${styles.plain}`}>
      <legend className={styles.name}>{name}</legend>
      {choice && <div className={styles.choice}>{choice}</div>}
      <div className={styles.windows}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </fieldset>
  )
}

export const Chips = ({ children }: { children: ReactNode }) => <div className={styles.chips}>{children}</div>

/** A radio button or checkbox that looks like a button. */
export const Chip = ({ text, ...input }: ComponentProps<'input'> & { text: string }) => (
  <label className={styles.chip}>
    <input {...input} className={styles.box} />
    <span>{text}</span>
  </label>
)

/** An empty error marks a time without a message. */
type WindowEnd = Omit<ComponentProps<typeof TimeField>, 'hint' | 'required'> & {
  onFocus?: () => void
  'aria-describedby'?: string | undefined
}

type TimeWindowProps = { from: WindowEnd; to: WindowEnd; title?: string }

/** From one time to another, with hidden labels and one message. */
export function TimeWindow({ from, to, title }: TimeWindowProps) {
  const id = useId()
  const message = from.error || to.error
  const toInput = ({ label, error, ...end }: WindowEnd) => ({
    'aria-describedby': message ? `${id}-error` : undefined,
    'aria-label': label,
    isInvalid: error !== undefined,
    ...end,
  })
  return (
    <div className={styles.window}>
      {title && (
        <span className={styles.title} aria-hidden="true">
          {title}
        </span>
      )}
      <div className={styles.pair}>
        <TimeInput {...toInput(from)} />
        <span aria-hidden="true">–</span>
        <TimeInput {...toInput(to)} />
      </div>
      {message && <FieldError id={id} error={message} />}
    </div>
  )
}

/** The same with labels, and a message below each time. */
export const LabelledWindow = ({ from, to }: Omit<TimeWindowProps, 'title'>) => (
  <div className={styles.labelled}>
    <TimeField required {...from} />
    <TimeField required {...to} />
  </div>
)
