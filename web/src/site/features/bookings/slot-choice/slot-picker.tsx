import { slotGroups } from '@prenoto/core/availability/slot-groups.ts'
import { CHOICE, type ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import type { ReactNode, Ref } from 'react'
import visuallyHidden from '../../../../ui/visually-hidden.module.css'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { ChoiceForm, FORM_TITLE_ID, type OnChoose } from './choice-form.tsx'
import { countSlots, nearestTo } from './chosen-visit.ts'
import styles from './slot-choice.module.css'
import { SLOTS_TITLE_ID, TakenSlot } from './taken-slot.tsx'

type SlotPickerProps = {
  day: PlainDate
  slots: PlainTime[]
  selected: PlainTime | undefined
  /** A chosen slot that another visitor has booked. */
  taken: PlainTime | undefined
  /** The present slot of a visit that is being rescheduled, on its day. */
  own: PlainTime | undefined
  preserve: ChosenVisit
  onChoose: OnChoose
  title: Ref<HTMLHeadingElement>
  /** Shown when no slot is left. */
  children: ReactNode
}

/** A day with more slots than this has links to its parts. */
const MANY_SLOTS = 60

/** The free slots of a day, grouped by part of the day. */
export function SlotPicker({ day, slots, selected, taken, own, preserve, onChoose, title, children }: SlotPickerProps) {
  const nearest = taken ? nearestTo(taken, slots) : []
  const shownSlots = [...slots, taken, own].filter((slot) => slot !== undefined).sort()
  const groups = slotGroups(shownSlots)
  return (
    <div className={styles.picker}>
      <h3 id={SLOTS_TITLE_ID} className={styles.title} tabIndex={-1} ref={title} translate="no">
        {formatDay(day)}
      </h3>
      <div className={slots.length > 0 ? visuallyHidden.hidden : undefined} aria-live="polite">
        {taken && <VisuallyHidden>{`Le ${toShortTime(taken)} non sono più disponibili. `}</VisuallyHidden>}
        {slots.length > 0 ? <span>{`${formatDay(day)}: ${countSlots(slots.length)}`}</span> : children}
      </div>
      {shownSlots.length > MANY_SLOTS && (
        <nav className={styles.jumps} aria-label="Parti della giornata">
          {groups.map(({ name }) => (
            <a key={name} href={`#slots-${name}`} target="_self">
              {name}
            </a>
          ))}
        </nav>
      )}
      {groups.map((group) => (
        <section key={group.name} className={styles.group} aria-labelledby={`slots-${group.name}`}>
          <h4 id={`slots-${group.name}`} className={styles.part} tabIndex={-1}>
            {group.name}
          </h4>
          <ChoiceForm preserve={preserve} action={`#${FORM_TITLE_ID}`} onChoose={onChoose}>
            <ul className={styles.slots}>
              {group.slots.map((slot) => (
                <li key={slot}>
                  {slot === own ? (
                    <span className={styles.own}>
                      <span translate="no">{`${toShortTime(slot)} `}</span>
                      <small>il tuo orario</small>
                    </span>
                  ) : slot === taken ? (
                    <span className={styles.taken}>
                      <TakenSlot>{toShortTime(slot)}</TakenSlot>
                    </span>
                  ) : (
                    <button
                      type="submit"
                      name={CHOICE.hour}
                      value={toShortTime(slot)}
                      className={nearest.includes(slot) ? `${styles.slot} ${styles.near}` : styles.slot}
                      aria-pressed={slot === selected}
                    >
                      <span translate="no">{toShortTime(slot)}</span>
                      {nearest.includes(slot) && <VisuallyHidden>, tra i più vicini</VisuallyHidden>}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </ChoiceForm>
        </section>
      ))}
    </div>
  )
}
