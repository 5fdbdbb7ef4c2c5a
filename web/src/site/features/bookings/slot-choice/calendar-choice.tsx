import { CHOICE, type ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import { getInitial } from '@prenoto/core/configuration/initial.ts'
import type { ServiceCalendar } from '@prenoto/core/services/service-schema.ts'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useHydrated } from '../../../../lib/use-hydrated.ts'
import styles from './calendar-choice.module.css'
import { ChoiceForm, type OnChoose } from './choice-form.tsx'

type CalendarChoiceProps = {
  calendars: ServiceCalendar[]
  selected: number | undefined
  preserve: ChosenVisit
  onChoose: OnChoose
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** More calendars than this are shown as a select, which takes less space. */
const MANY_CALENDARS = 8

export const CalendarChoice = (props: CalendarChoiceProps) =>
  props.calendars.length > MANY_CALENDARS ? <CalendarPicker {...props} /> : <CalendarButtons {...props} />

const ANY_CALENDAR = 'Chiunque'
const NO_PREFERENCE = 'Nessuna preferenza'

/** Label for no preferred calendar. */
export const ANY_CALENDAR_LABEL = `${ANY_CALENDAR} (${NO_PREFERENCE.toLowerCase()})`

function CalendarPicker({ calendars, selected, preserve, onChoose }: CalendarChoiceProps) {
  const isHydrated = useHydrated()
  const show = useRef<HTMLButtonElement>(null)
  return (
    <ChoiceForm preserve={preserve} onChoose={onChoose}>
      <h2 className={styles.title}>
        <label htmlFor="with-whom">Con chi?</label>
      </h2>
      <div className="flex gap-2">
        <select
          id="with-whom"
          name={CHOICE.calendar}
          value={selected ?? ''}
          className={styles.select}
          onChange={({ currentTarget }) => currentTarget.form!.requestSubmit(show.current)}
        >
          <option value="">{ANY_CALENDAR_LABEL}</option>
          {calendars.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <button type="submit" ref={show} className={isHydrated ? `${styles.show} ${styles.unneeded}` : styles.show}>
          Mostra
        </button>
      </div>
    </ChoiceForm>
  )
}

const ANYONE = { id: undefined, name: ANY_CALENDAR, note: NO_PREFERENCE }

const CalendarButtons = ({ calendars, ...props }: CalendarChoiceProps) => (
  <ChoiceButtons {...props} title="Con chi?" name={CHOICE.calendar} options={[ANYONE, ...calendars]} />
)

type ChoiceButtonsProps = Omit<CalendarChoiceProps, 'calendars'> & {
  title: string
  /** Name of the query parameter. */
  name: string
  /** Options with `picture` show it, or their initial if it is ''. */
  options: { id: number | undefined; name: string; note?: string; picture?: string }[]
}

/** A radio group with arrow keys. Before hydration each button is a tab stop. */
export function ChoiceButtons({ title, name: parameter, options, selected, preserve, onChoose }: ChoiceButtonsProps) {
  const titleId = useId()
  const isHydrated = useHydrated()

  const followKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const choices = [...event.currentTarget.querySelectorAll('button')]
    const next = choices.at((choices.indexOf(event.target as HTMLButtonElement) + step) % choices.length)!
    next.focus()
    next.click()
  }

  return (
    <ChoiceForm preserve={preserve} onChoose={onChoose}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div role="radiogroup" aria-labelledby={titleId} className={styles.choices} onKeyDown={followKey}>
        {options.map(({ id, name, note, picture }) => (
          // biome-ignore lint/a11y/useSemanticElements: a submit button also works before hydration
          <button
            key={id ?? 0}
            type="submit"
            role="radio"
            name={parameter}
            value={id ?? ''}
            aria-checked={id === selected}
            tabIndex={isHydrated && id !== selected ? -1 : 0}
            className={styles.choice}
          >
            {picture !== undefined && (
              <span className={styles.face} aria-hidden="true">
                <span>{getInitial(name)}</span>
                {picture && <img src={picture} alt="" width={56} height={56} />}
              </span>
            )}
            <span className={styles.text}>
              <span translate={picture === undefined ? undefined : 'no'}>{`${name} `}</span>
              {note && <small>{note}</small>}
            </span>
          </button>
        ))}
      </div>
    </ChoiceForm>
  )
}
